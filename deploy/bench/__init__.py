"""`make bench`: measures the whole house over HTTP, with the driver on the same machine."""
