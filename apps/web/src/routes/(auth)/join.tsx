import { createFileRoute } from '@tanstack/react-router';
import { JoinPage } from '../../features/auth/link/join-page.tsx';
import { linkSearch } from '../-search/search.ts';

export const Route = createFileRoute('/(auth)/join')({ validateSearch: linkSearch, component: Join });

function Join() {
  return <JoinPage token={Route.useSearch().token ?? ''} />;
}
