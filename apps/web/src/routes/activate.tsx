import { createFileRoute } from '@tanstack/react-router';
import { ActivatePage } from '../features/auth/activate-page.tsx';

export const Route = createFileRoute('/activate')({
  validateSearch: (search): { token?: string } =>
    search.token === undefined ? {} : { token: String(search.token) },
  component: Activate,
});

function Activate() {
  return <ActivatePage token={Route.useSearch().token ?? ''} />;
}
