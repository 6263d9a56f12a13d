import { useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { Badge, PersonBadge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { capitalised, type Member } from '../member.ts';
import { CardLink } from './card-link.tsx';
import { type PersonTasks, TaskProgress } from './task-progress.tsx';

interface MemberCardProps {
  member: Member;
  /** Undefined until it is loaded. */
  tasks: PersonTasks | undefined;
}

/** A member with their numbers. The whole card leads to their page, as the button does. */
export function MemberCard({ member, tasks }: MemberCardProps) {
  const navigate = useNavigate();
  const name = capitalised(member.username);
  const open = () => void navigate({ to: '/dash/manager/users/$userId', params: { userId: member.id } });
  return (
    <article className="relative flex h-full items-center gap-3 rounded-card bg-surface p-4 pr-3 inset-ring inset-ring-line transition-colors hover:bg-hover">
      <PersonBadge id={member.id} name={member.username} size="large" decorative />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h3 dir="auto" title={name} className="truncate text-card">
            <CardLink id={member.id}>{name}</CardLink>
          </h3>
          {!member.active && <Badge>Inactive</Badge>}
        </div>
        <p title={member.email} className="truncate text-ink-soft text-small">
          {member.email}
        </p>
        {tasks && <TaskProgress of={tasks} />}
      </div>
      <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={open} />
    </article>
  );
}
