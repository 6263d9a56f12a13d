ALTER TABLE `sheet_import` ADD `finished_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- When older imports were finished is not known. They count from now on, so that none is made twice.
UPDATE sheet_import SET finished_at = unixepoch() * 1000;
