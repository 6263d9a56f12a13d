import { createFileRoute } from '@tanstack/react-router';
import { ActivatePage } from '../../features/auth/link/activate-page.tsx';
import { linkSearch } from '../-search/search.ts';

export const Route = createFileRoute('/(auth)/activate')({
  validateSearch: linkSearch,
  component: Activate,
});

function Activate() {
  return <ActivatePage token={Route.useSearch().token ?? ''} />;
}
