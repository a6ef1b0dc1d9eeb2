-- Until now everybody could sign in, whatever the box "Sign in" said: whoever could yesterday can tomorrow.
UPDATE "role" SET "permissions" = json_insert("permissions", '$[#]', 'auth_signin')
WHERE NOT EXISTS (SELECT 1 FROM json_each("role"."permissions") WHERE "value" IN ('*', 'auth_signin'));
