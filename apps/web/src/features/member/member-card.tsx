import { useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { Badge, PersonBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { capitalised, type Member } from './member.ts';

export function MemberCard({ member }: { member: Member }) {
  const navigate = useNavigate();
  const name = capitalised(member.username);
  const open = () => void navigate({ to: '/dash/manager/users/$userId', params: { userId: member.id } });
  return (
    <article className="flex items-center gap-3 rounded-card bg-surface p-4 pr-3 inset-ring inset-ring-line">
      <PersonBadge id={member.id} name={member.username} size="large" decorative />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h3 dir="auto" title={name} className="truncate text-card">
            {name}
          </h3>
          {!member.active && <Badge>Inactive</Badge>}
        </div>
        <p title={member.email} className="truncate text-ink-soft text-small">
          {member.email}
        </p>
      </div>
      <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={open} />
    </article>
  );
}
