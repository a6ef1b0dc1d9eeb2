-- Only a linked phone shows what it has sent: messages that were in doubt before named a phone to look at whatever their way was.
UPDATE "queue_item" SET "last_error" = CASE WHEN "account" GLOB 'cloud:*'
  THEN 'It may have been delivered: nobody answered, and the official number has no phone to look at. Ask the guest before sending again.'
  ELSE 'It may have been delivered: nobody answered. Ask the guest before sending again.' END
WHERE "status" = 'FAILED' AND "last_code" = 'UNCERTAIN' AND coalesce("account", '') NOT GLOB 'baileys:*'
  AND "last_error" = 'It may have been delivered: nobody answered. Ask the guest, or look at the phone, before sending again.';
