CREATE INDEX `task_due_any` ON `task` (`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `task_reader_own_any` ON `task_reader` (`user_id`,`due_date`,`task_id`) WHERE own = 1;--> statement-breakpoint
CREATE INDEX `task_reader_managed_any` ON `task_reader` (`user_id`,`due_date`,`task_id`) WHERE managed = 1;