ALTER TABLE `user` ADD `activated_at` integer;--> statement-breakpoint
-- Until now an activation link that was not used told who had not chosen a password yet.
UPDATE user SET activated_at = created_at WHERE password_hash IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM credential_link WHERE user_id = user.id AND kind = 'activation' AND used_at IS NULL
);
