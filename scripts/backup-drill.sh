#!/usr/bin/env bash
# Backs up an instance, restores it to a separate database and compares: every table by count and checksum, every file by its
# hash, and the files that the restored rows name with those in the backup.
# Compares one snapshot, so the instance may be in use. Keeps the backup, removes the restored database.
#
#   scripts/backup-drill.sh DATABASE_URL BACKUP_DIR [MEDIA_DIR]
#
# DATABASE_URL is the owner's, which must be allowed to create a database; DRILL_SERVER_URL names another server to restore to.
# MEDIA_DIR is DATA_DIR/media, or the folder to which a bucket was copied after the dump.
set -euo pipefail

if [ $# -lt 2 ]; then
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
source_url=$1
backup=$2
media=${3:-}
server_url=${DRILL_SERVER_URL:-$source_url}
for program in psql pg_dump pg_restore; do
  command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 2; }
done
if [ -n "$media" ] && [ ! -d "$media" ]; then
  echo "$media is not a directory: name the instance's DATA_DIR/media, or omit it if the files are elsewhere" >&2
  exit 2
fi
umask 077
mkdir -p "$backup"
export PGOPTIONS='-c timezone=UTC -c datestyle=ISO -c extra_float_digits=1 -c statement_timeout=0'

# Rows have no order, so the checksum is a sum of a part of each row's hash.
tables="select format('select %L, count(*), coalesce(sum((''x'' || substr(md5(t::text), 1, 15))::bit(60)::bigint::numeric), 0) from %I.%I t',
  relname, nspname, relname) from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname = 'public' order by relname"

# Files that rows name, without the images of the demo market, which are drawn on request.
named="select distinct key from (
    select rendition ->> 'key' as key from listing_images, jsonb_array_elements(renditions) rendition
    union all select substring(logo from '/(media/logos/[^/]+/[^/]+)\$') from sellers
    union all select avatar_key(avatar) from users
    union all select storage_key from seller_documents
    union all select storage_key from message_attachments
    union all select storage_key from imports
    union all select value from imports, jsonb_each_text(archived_pictures)
    union all select source ->> 'key' from import_pictures, jsonb_array_elements(sources) source
  ) named where key is not null and key not like 'media/drawings/%' order by key"

drill="fifthwheel_drill_$$"
at_server() { psql -X -q -v ON_ERROR_STOP=1 "$server_url" -c "$1"; }
cleanup() { at_server "drop database if exists $drill" >/dev/null 2>&1 || true; }
trap cleanup EXIT

coproc SESSION { psql -X -q -A -t -v ON_ERROR_STOP=1 "$source_url"; }
exec {to_session}>&"${SESSION[1]}" {from_session}<&"${SESSION[0]}"
echo 'begin isolation level repeatable read read only; select pg_export_snapshot();' >&"$to_session"
read -r -t 30 snapshot <&"$from_session" || { echo 'no snapshot could be taken' >&2; exit 1; }

echo "dumping to $backup/database.dump"
pg_dump --format=custom --no-owner --no-privileges --snapshot="$snapshot" --file="$backup/database.dump" "$source_url"
{ echo "$tables \\gexec"; echo '\echo end'; } >&"$to_session"
while IFS= read -r -t 600 line <&"$from_session" && [ "$line" != end ]; do echo "$line"; done | sort >"$backup/tables.before"
echo 'commit; \q' >&"$to_session"

if [ -n "$media" ]; then
  echo "copying files to $backup/media.tar"
  # Copy the files after the database, so that all files that the dump names are included; files of later uploads do no harm.
  tar --create --file="$backup/media.tar" --directory="$media" .
fi

echo "restoring to $drill"
at_server "create database $drill" || {
  echo 'FAILED: no database could be created to restore to. Give the role that right (alter role … createdb), or name a server with DRILL_SERVER_URL' >&2
  exit 1
}
drill_url=$(printf '%s' "$server_url" | sed -E "s#^(postgres(ql)?://[^/]*)(/[^?]*)?#\\1/$drill#")
pg_restore --exit-on-error --no-owner --no-privileges --jobs=2 --dbname="$drill_url" "$backup/database.dump"
echo "$tables \\gexec" | psql -X -q -A -t -v ON_ERROR_STOP=1 "$drill_url" | sort >"$backup/tables.after"
[ -s "$backup/tables.before" ] || { echo 'the source has no tables' >&2; exit 1; }
diff "$backup/tables.before" "$backup/tables.after" || { echo 'FAILED: the restored tables differ' >&2; exit 1; }
echo "$(wc -l <"$backup/tables.after") tables are equal"
psql -X -q -A -t -v ON_ERROR_STOP=1 "$drill_url" -c "$named" | LC_ALL=C sort >"$backup/files.named"

if [ -n "$media" ]; then
  restored=$(mktemp -d)
  trap 'rm -rf "$restored"; cleanup' EXIT
  tar --extract --file="$backup/media.tar" --directory="$restored"
  (cd "$restored" && find . -type f -print0 | sort -z | xargs -0 -r sha256sum) >"$backup/media.sha256"
  # Without files, the list is empty, which sha256sum would report as an error.
  if [ -s "$backup/media.sha256" ]; then
    sums=$(realpath "$backup/media.sha256")
    (cd "$media" && sha256sum --check --quiet --ignore-missing "$sums")
  fi
  echo "$(wc -l <"$backup/media.sha256") files are equal"
  # A file that was deleted after the dump stays in private/deleted/ for some days.
  (cd "$restored" && find . -type f) | sed 's#^\./##; s#^private/deleted/##' | LC_ALL=C sort -u >"$backup/files.found"
  LC_ALL=C comm -23 "$backup/files.named" "$backup/files.found" >"$backup/files.missing"
  if [ -s "$backup/files.missing" ]; then
    echo "FAILED: $(wc -l <"$backup/files.missing") of $(wc -l <"$backup/files.named") files that rows name are not in the backup, listed in $backup/files.missing:" >&2
    head -n 5 "$backup/files.missing" >&2
    exit 1
  fi
  echo "$(wc -l <"$backup/files.named") files that rows name are there"
elif [ -s "$backup/files.named" ]; then
  echo "the database can be restored; the $(wc -l <"$backup/files.named") files that its rows name ($backup/files.named) were not checked, since no MEDIA_DIR was given"
  exit 0
fi
echo 'the backup can be restored'
