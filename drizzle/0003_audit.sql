CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`refused` integer NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text,
	`subject_name` text,
	`address` text NOT NULL,
	`procedure` text NOT NULL,
	`detail` text NOT NULL,
	CONSTRAINT "audit_refused_flag" CHECK(refused in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `audit_refused` ON `audit` (`refused`,`id`);--> statement-breakpoint
-- What was written down stays as it was written.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
BEGIN
	SELECT RAISE(ABORT, 'the audit log is never changed');
END;
--> statement-breakpoint
-- Only what is 400 days old may go, or what so many newer lines follow that the log would grow without end.
-- The age is told by the newest line: whoever sets the clock of the machine forward clears nothing.
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN old.at > (SELECT at FROM audit ORDER BY id DESC LIMIT 1) - 400 * 86400000
	AND old.id > (SELECT max(id) FROM audit) - iif(old.refused, 200000, 1000000)
BEGIN
	SELECT RAISE(ABORT, 'the audit log is kept');
END;
