-- Custom SQL migration. Older versions left members, and their grocery list, with a manager who was deleted.
-- Deleting a manager today leaves members without one, and each keeps the items they added (rule 3.12).
-- After a crash, work on such a household may still be pending. What deleting it does then comes after that.
INSERT INTO pending_change (kind, person_id, at)
SELECT step.kind, m.id, m.deleted_at
FROM user m JOIN (SELECT 'items' AS kind UNION ALL SELECT 'members') step
WHERE m.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM user u WHERE u.manager_id = m.id)
	AND EXISTS (SELECT 1 FROM pending_change)
ORDER BY m.id, step.kind;
--> statement-breakpoint
UPDATE grocery_item SET household_id = user_id
WHERE household_id IN (SELECT id FROM user WHERE deleted_at IS NOT NULL)
	AND EXISTS (SELECT 1 FROM user u WHERE u.id = user_id AND u.manager_id = household_id)
	AND NOT EXISTS (SELECT 1 FROM pending_change);
--> statement-breakpoint
-- A deleted manager reads nothing, so no reader changes. Without its trigger this looks at no task.
DROP TRIGGER pending_change_member;--> statement-breakpoint
UPDATE user SET manager_id = NULL,
	updated_at = max(updated_at, (SELECT m.deleted_at FROM user m WHERE m.id = user.manager_id))
WHERE manager_id IN (SELECT id FROM user WHERE deleted_at IS NOT NULL)
	AND NOT EXISTS (SELECT 1 FROM pending_change);
--> statement-breakpoint
CREATE TRIGGER pending_change_member AFTER UPDATE OF manager_id ON user WHEN old.manager_id IS NOT new.manager_id
BEGIN
	INSERT INTO pending_change (kind, person_id) VALUES ('member', new.id);
END;
