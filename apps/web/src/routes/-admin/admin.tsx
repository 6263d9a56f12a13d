import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { renew, useCurrentUser } from '../../data/session/session.ts';
import { AdminPage, adminSearch, UserPage } from '../../features/admin/admin-page.tsx';
import { UserDetail } from '../../features/admin/users/user-detail.tsx';
import { HandOver } from '../../features/member/hand-over.tsx';
import { MemberGate } from '../../features/member/member-gate.tsx';
import { MoveMember } from '../../features/member/move-member.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';

/** The Admin page and the page of one user, for Admins. */
export function Admin() {
  const { id, isAdmin } = useCurrentUser();
  const isKnown = useKnownRole(isAdmin);
  const { tab, user } = adminSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  // Without a session the login comes, which leads back here.
  if (!isAdmin && isKnown && id) return <Navigate to="/unauthorized" replace />;
  if (!isAdmin) {
    return (
      <div className="grid min-h-60 place-items-center px-4">
        <Spinner delayed />
      </div>
    );
  }
  if (!user)
    return (
      <AdminPage tab={tab} onTab={next => void navigate({ to: '/dash/admin', search: { tab: next } })} />
    );
  return (
    <MemberGate key={user} id={user}>
      {member => (
        <UserPage name={member.username}>
          <UserDetail user={member}>
            {member.may.move && <MoveMember member={member} />}
            {member.may.handOver && <HandOver member={member} />}
          </UserDetail>
        </UserPage>
      )}
    </MemberGate>
  );
}

/** Whether the server was asked for the role: a person who was recalled may have become an Admin since. */
function useKnownRole(isAdmin: boolean): boolean {
  const [isKnown, setKnown] = useState(isAdmin);
  useEffect(() => {
    if (!isKnown) void renew().then(() => setKnown(true));
  }, [isKnown]);
  return isKnown;
}
