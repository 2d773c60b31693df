"""Who somebody is: accounts and tokens. Ground: no tasks. The log knows only ids."""
