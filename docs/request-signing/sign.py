# Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
#   echo -n '{"title":"MAN TGX"}' | python3 sign.py [unix-seconds]
import hashlib
import hmac
import os
import sys
import time


def sign(secret: str, timestamp: str, body: bytes = b"") -> str:
    """`body` is the exact bytes that are sent; none for a request without a body."""
    signed = timestamp.encode("ascii") + b"." + body
    return "sha256=" + hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()


if __name__ == "__main__":
    timestamp = sys.argv[1] if len(sys.argv) > 1 else str(int(time.time()))
    secret = os.environ.get("FIFTHWHEEL_SIGNING_SECRET", "")
    print(f"X-Timestamp: {timestamp}")
    print(f"X-Signature: {sign(secret, timestamp, sys.stdin.buffer.read())}")
