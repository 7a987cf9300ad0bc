#!/usr/bin/env bash
# Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
#   echo -n '{"title":"MAN TGX"}' | bash sign.sh [unix-seconds]
# openssl gets the secret as an argument, which other users of the machine can see: for trying out only.
set -euo pipefail

timestamp="${1:-$(date +%s)}"
signature="$({ printf '%s.' "$timestamp"; cat; } |
  openssl dgst -sha256 -hmac "${FIFTHWHEEL_SIGNING_SECRET:?}" -hex | sed 's/^.*= *//')"
printf 'X-Timestamp: %s\nX-Signature: sha256=%s\n' "$timestamp" "$signature"
