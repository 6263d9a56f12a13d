CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`inviter_id` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`uses` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`inviter_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitation_role" CHECK(role in ('Employee', 'Manager')),
	CONSTRAINT "invitation_uses" CHECK(used between 0 and uses)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_token` ON `invitation` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitation_inviter` ON `invitation` (`inviter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invitation_expiry` ON `invitation` (`expires_at`);