#!/usr/bin/env bash
# Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
#   echo -n '{"title":"MAN TGX"}' | bash sign.sh [unix-seconds [METHOD PATH-AND-QUERY]]
# With method, path and query the signature is of version 2, which covers them.
# openssl gets the secret as an argument, which other users of the machine can see: for trying out only.
set -euo pipefail

timestamp="${1:-$(date +%s)}"
version=sha256
head="$timestamp."
if [ $# -ge 3 ]; then
  version=v2
  head="v2"$'\n'"$timestamp"$'\n'"$2"$'\n'"$3"$'\n'
fi
signature="$({ printf '%s' "$head"; cat; } |
  openssl dgst -sha256 -hmac "${FIFTHWHEEL_SIGNING_SECRET:?}" -hex | sed 's/^.*= *//')"
printf 'X-Timestamp: %s\nX-Signature: %s=%s\n' "$timestamp" "$version" "$signature"
