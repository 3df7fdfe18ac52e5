-- Quoting messages in mails: on until switched off. `previews` is about pushes now; servers of the release before also read it for mails.
ALTER TABLE notification_settings ADD COLUMN mail_quotes boolean NOT NULL DEFAULT true;
