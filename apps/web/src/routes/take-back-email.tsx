import { createFileRoute } from '@tanstack/react-router';
import { TakeBackPage } from '../features/auth/take-back-page.tsx';

export const Route = createFileRoute('/take-back-email')({
  validateSearch: (search): { token?: string } =>
    search.token === undefined ? {} : { token: String(search.token) },
  component: TakeBack,
});

function TakeBack() {
  return <TakeBackPage token={Route.useSearch().token ?? ''} />;
}
