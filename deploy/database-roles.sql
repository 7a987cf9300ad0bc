-- Makes the two roles of a market and hands its database to the owner: fifthwheel_owner migrates, fifthwheel_app serves
-- and gets its rights from each migration. Run it in the market's database as a superuser; it may be run again, and then
-- sets the passwords anew. Also for a database that has run with one role, whichever it is:
--   OWNER_PASSWORD=… APPLICATION_PASSWORD=… psql -X -v ON_ERROR_STOP=1 -d fifthwheel -f deploy/database-roles.sql
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
\set QUIET on

begin;
select format('create role %I', name)
from (values ('fifthwheel_owner'), ('fifthwheel_app')) wanted (name)
where not exists (select from pg_roles where rolname = name) \gexec
-- It may create databases, so that scripts/backup-drill.sh can restore a backup beside the market.
alter role fifthwheel_owner login nosuperuser nocreaterole createdb password :'owner_password';
alter role fifthwheel_app login nosuperuser nocreaterole nocreatedb password :'application_password';

select format('alter database %I owner to fifthwheel_owner', current_database()) \gexec
alter schema public owner to fifthwheel_owner;
revoke create on schema public from public;

-- Sequences follow the tables that they belong to; what belongs to an extension stays.
select format('alter table %I.%I owner to fifthwheel_owner', schemaname, tablename)
from pg_tables where schemaname = 'public' and tableowner <> 'fifthwheel_owner' \gexec
select format('alter routine %s owner to fifthwheel_owner', p.oid::regprocedure)
from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.proowner <> 'fifthwheel_owner'::regrole
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') \gexec
commit;
