import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCurrentUser } from '../../data/session/session.ts';
import { AdminPage, adminSearch, UserPage } from '../../features/admin/admin-page.tsx';
import { UserDetail } from '../../features/admin/users/user-detail.tsx';
import { HandOver } from '../../features/member/hand-over.tsx';
import { MemberGate } from '../../features/member/member-gate.tsx';
import { MoveMember } from '../../features/member/move-member.tsx';
import { focusPage, isFocusLost } from '../../ui/layout/lost-focus.ts';

/** The Admin page and the page of one user, for Admins. */
export function Admin() {
  const { isAdmin } = useCurrentUser();
  const { tab, user } = adminSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const shown = useRef(user);
  // The app does so for another path, and here only the search differs.
  useEffect(() => {
    if (shown.current !== user && isFocusLost()) focusPage();
    shown.current = user;
  }, [user]);
  if (!isAdmin) return <Navigate to="/unauthorized" replace />;
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
