"""Django settings: everything that differs between machines comes from the environment."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ImproperlyConfigured

from deploy.database import database
from deploy.keys import NO_SIGNING_KEY, NO_VAPID_KEY, is_signing_key
from deploy.mail_server import mail_server

ROOT = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR") or ROOT / "var")

DEBUG = os.environ.get("DEBUG", "0") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    key_file = VAR_DIR / "secret_key"
    SECRET_KEY = key_file.read_text().strip() if key_file.exists() else "only-for-checks-and-tests"
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("TRUSTED_ORIGINS", "").split(",") if origin]
SECURE = os.environ.get("SECURE_COOKIES", "0") == "1"

# Receipts are signed with this Ed25519 seed (hex); without it they carry the head alone.
SIGNING_KEY = os.environ.get("SIGNING_KEY", "")
if SIGNING_KEY and not is_signing_key(SIGNING_KEY):
    raise ImproperlyConfigured(NO_SIGNING_KEY)
# The name of the house in its checkpoints. Witnesses take another name for another house: choose it once.
CHECKPOINT_ORIGIN = os.environ.get("CHECKPOINT_ORIGIN") or "bazigah/matches"

# What leaves the house: links begin with PUBLIC_URL, pushes are signed with VAPID_KEY (hex; without it there are none).
PUBLIC_URL = (os.environ.get("PUBLIC_URL") or "http://localhost:8000").rstrip("/")
LINK_SECONDS = int(os.environ.get("LINK_SECONDS") or 15 * 60)  # how long a mailed link signs in
VAPID_KEY = os.environ.get("VAPID_KEY", "")
if VAPID_KEY and not is_signing_key(VAPID_KEY):
    raise ImproperlyConfigured(NO_VAPID_KEY)
CLOSED_NETWORK = os.environ.get("CLOSED_NETWORK", "0") == "1"  # webhooks and pushes may go to any address
MAIL_DIR = VAR_DIR / "mail"  # where mails are kept when EMAIL_URL names no server
MAIL_FROM = os.environ.get("MAIL_FROM") or f"Bazigah <no-reply@{urlsplit(PUBLIC_URL).hostname or 'localhost'}>"
EMAIL_URL = os.environ.get("EMAIL_URL", "")
try:
    MAIL_SERVER = mail_server(EMAIL_URL) if EMAIL_URL else None
except ValueError as error:
    raise ImproperlyConfigured(str(error)) from None

INSTALLED_APPS = [
    "gateway.admin.apps.OrderConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "services",
    "services.log",
    "services.people",
    "services.matches",
    "services.readers",
    "services.sweeper",
    "services.notices",
    "services.ratings",
    "services.tournaments",
    "services.lobby",
    "services.records",
    "services.analysis",
    "services.auditor",
    "gateway",
]
MIDDLEWARE = [
    "gateway.middleware.PlainRefusals",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "gateway.middleware.ContentSecurityPolicy",
    "gateway.middleware.PageBudget",
    "gateway.middleware.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "gateway.middleware.Language",
    "gateway.middleware.ClosedAccounts",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "gateway.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ],
        },
    }
]
ASGI_APPLICATION = "deploy.asgi.application"


DATABASES = {"default": database(os.environ.get("DATABASE_URL") or "postgresql:///bazigah")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL") or "redis://localhost:6379/0"


def broker(url: str) -> str:
    """kombu spells a unix socket otherwise than redis-py does."""
    if not url.startswith("unix://"):
        return url
    parts = urlsplit(url)
    db = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={db}"


REDIS_BROKER_URL = broker(REDIS_URL)
BROKER_URL = broker(os.environ.get("BROKER_URL") or REDIS_URL)
# The channel names of streams and the keys of throttles start with this, so that two houses can share a Redis.
BUS_PREFIX = os.environ.get("BUS_PREFIX", "bazigah")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": BUS_PREFIX,
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
}

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Whoever records a move must not wait for a broker that is away: the sweep gives the poke again.
PUBLISH_ONCE = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0, "connect_timeout": 1}
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "global_keyprefix": f"{BUS_PREFIX}:",
    }
    if BROKER_URL.startswith("redis")
    else PUBLISH_ONCE
)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 45
CELERY_TASK_SOFT_TIME_LIMIT = 40
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5
CELERY_WORKER_ENABLE_SOFT_SHUTDOWN_ON_IDLE = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = True
CELERY_DB_REUSE_MAX = 1000
CELERY_TASK_DEFAULT_QUEUE = "nobody"  # every poke names its queue; the registry of services routes the rest

# The pages of Django's admin are the house's own (gateway/admin/) and send no messages.
SILENCED_SYSTEM_CHECKS = ["admin.E404", "admin.E406", "admin.E409"]

AUTH_USER_MODEL = "gateway.Account"
PASSWORD_HASHERS = ["services.people.hashers.BoundedArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("login", "name")},
    },
]
LOGIN_URL = "/sign-in"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
if SECURE:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # asked from inside, without the proxy
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365

# Networks that may ask /readyz and /metrics (10.0.0.0/8,127.0.0.1/32); empty: everybody may.
PROBES_FROM = [network for network in os.environ.get("PROBES_FROM", "").split(",") if network]

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
LANGUAGE_CODE = "en"

STATIC_URL = "/static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "gateway.shelf.StampedStorage"},
}
STATIC_ROOT = VAR_DIR / "static" if (VAR_DIR / "static").is_dir() else None  # only where collectstatic was run
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 300

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
MAX_BODY = 64 * 1024
MOST_DOWNLOADS = int(os.environ.get("MOST_DOWNLOADS", "2"))  # the same for dumps and searches of all there is
MOST_AT_ONCE = int(
    os.environ.get("MOST_AT_ONCE", "2")
)  # requests of an address but moves, worked on at a time in one process
MOST_STREAMS = int(os.environ.get("MOST_STREAMS", "60"))  # open at a time in one process, of one account or address
MOST_BOT_TABLES = int(os.environ.get("MOST_BOT_TABLES", "3"))  # running at a time, of one account
CLOCK_DOUBT = float(os.environ.get("CLOCK_DOUBT", "5"))  # seconds for which a step of the database's clock is doubted
MOST_BOT_TABLES_HERE = 4 * MOST_BOT_TABLES  # of all accounts of one address: a fresh guest is no fresh budget

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["gateway.auth.BearerToken", "gateway.auth.BrowserSession"],
    "DEFAULT_PERMISSION_CLASSES": ["gateway.auth.WithinScope"],
    "DEFAULT_PARSER_CLASSES": ["gateway.parsers.StrictJson"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["gateway.throttles.Everybody"],
    "DEFAULT_THROTTLE_RATES": {
        "everybody": os.environ.get("RATE_EVERYBODY", "6000/min"),
        "guests": os.environ.get("RATE_GUESTS", "60/min"),
        "tables": os.environ.get("RATE_TABLES", "60/min"),
        "commitments": os.environ.get("RATE_COMMITMENTS", "120/min"),
        "sign_in": os.environ.get("RATE_SIGN_IN", "20/min"),
        "settings": os.environ.get("RATE_SETTINGS", "60/min"),
        "seeks": os.environ.get("RATE_SEEKS", "60/min"),
        "invitations": os.environ.get("RATE_INVITATIONS", "30/hour"),
        "reports": os.environ.get("RATE_REPORTS", "30/min"),
        "pages": os.environ.get("RATE_PAGES", "600/min"),
        "phrases": os.environ.get("RATE_PHRASES", "12/min"),
        "exports": os.environ.get("RATE_EXPORTS", "60/min"),
        "past_frames": os.environ.get("RATE_PAST_FRAMES", "600/min"),
        "stretches": os.environ.get("RATE_STRETCHES", "240/min"),
        "outlines": os.environ.get("RATE_OUTLINES", "240/min"),
        "imports": os.environ.get("RATE_IMPORTS", "30/min"),
        "import_bytes": os.environ.get("RATE_IMPORT_BYTES", f"{64 * 1024 * 1024}/hour"),
        "tries": os.environ.get("RATE_TRIES", "300/min"),
        "searches": os.environ.get("RATE_SEARCHES", "240/min"),
        "explorer": os.environ.get("RATE_EXPLORER", "240/min"),
        "computer": os.environ.get("RATE_COMPUTER", "20/day"),
    },
    # Who calls is settled by the web server, which knows the proxies it may believe (FORWARDED_ALLOW_IPS).
    "NUM_PROXIES": 0,
    "EXCEPTION_HANDLER": "gateway.errors.answer",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COMPACT_JSON": True,
    "UNICODE_JSON": True,
}
KNOX_TOKEN_MODEL = "knox.AuthToken"
REST_KNOX = {"TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Bearer", "AUTO_REFRESH": False, "TOKEN_LIMIT_PER_USER": None}
SPECTACULAR_SETTINGS = {
    "TITLE": "Bazigah",
    "DESCRIPTION": "A place of play: tables, matches, moves, streams and provable logs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        # A store that is away is said by the answer; only our own faults are errors.
        "faults": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", 500) != 503,
        }
    },
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"terminal": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["terminal"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {"django.request": {"level": "ERROR", "filters": ["faults"]}, "httpx": {"level": "WARNING"}},
}
