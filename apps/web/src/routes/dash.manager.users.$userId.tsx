import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { MemberGate, prefetchMember } from '../features/member/member-gate.tsx';
import { MemberDashboard } from '../features/task/member-dashboard.tsx';
import { MEMBER_TABS } from '../features/task/task-tabs.ts';
import { createLazyModule } from '../lib/lazy-module.ts';
import { LazyView } from '../ui/status/lazy-view.tsx';
import { LineAbove } from './-line/line-above.tsx';
import { optionalTab } from './-search/search.ts';

// What the component of a route imports is listed in the first script of every visit.
const settings = createLazyModule(() => import('../features/member/member-settings.tsx'));

export const Route = createFileRoute('/dash/manager/users/$userId')({
  validateSearch: z.object({ tab: optionalTab(MEMBER_TABS) }),
  loader: ({ params: { userId } }) => prefetchMember(userId),
  preload: false,
  component: Member,
});

function Member() {
  const { userId } = Route.useParams();
  const { tab = 'today' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MemberGate key={userId} id={userId}>
      {member => (
        <MemberDashboard
          line={<LineAbove place={{ memberId: member.id }} />}
          member={member}
          tab={tab}
          onTab={next => void navigate({ search: { tab: next } })}
          settings={
            <LazyView from={settings}>{({ MemberSettings }) => <MemberSettings member={member} />}</LazyView>
          }
        />
      )}
    </MemberGate>
  );
}
