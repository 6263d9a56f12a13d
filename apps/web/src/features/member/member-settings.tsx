import { HandOver } from './hand-over.tsx';
import type { Member } from './member.ts';
import { MemberForm } from './member-form.tsx';
import { MemberLink } from './member-link.tsx';
import { MoveMember } from './move-member.tsx';

/** The Settings tab of a member. A changed email ends a link, so the page hides it. */
export function MemberSettings({ member }: { member: Member }) {
  return (
    <div className="flex max-w-form flex-col gap-10">
      <MemberForm member={member} />
      {member.may.link && <MemberLink key={member.email} member={member} />}
      {member.may.move && <MoveMember member={member} />}
      {member.may.handOver && <HandOver member={member} />}
    </div>
  );
}
