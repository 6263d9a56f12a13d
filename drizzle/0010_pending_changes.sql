CREATE TABLE `pending_change` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`person_id` text NOT NULL,
	`from_id` text,
	`to_id` text,
	`at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pending_change_kind" CHECK(kind in ('leader', 'member', 'created', 'managed', 'members', 'items'))
);
--> statement-breakpoint
CREATE INDEX `task_created_by` ON `task` (`creator_id`);
--> statement-breakpoint
-- A change of a role, of a manager or of an account can concern every task of a large team: the triggers that
-- did all of it at once stopped the server for a second. These only note it; pending-changes.ts does it in slices.
DROP TRIGGER task_reader_member_moved;--> statement-breakpoint
DROP TRIGGER task_reader_role_changed;--> statement-breakpoint
CREATE TRIGGER pending_change_member AFTER UPDATE OF manager_id ON user WHEN old.manager_id IS NOT new.manager_id
BEGIN
	INSERT INTO pending_change (kind, person_id) VALUES ('member', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER pending_change_leader AFTER UPDATE OF roles, deleted_at ON user
WHEN (old.deleted_at IS NULL AND (instr(old.roles, 'Manager') > 0 OR instr(old.roles, 'Admin') > 0))
	<> (new.deleted_at IS NULL AND (instr(new.roles, 'Manager') > 0 OR instr(new.roles, 'Admin') > 0))
BEGIN
	INSERT INTO pending_change (kind, person_id) VALUES ('leader', new.id);
END;
