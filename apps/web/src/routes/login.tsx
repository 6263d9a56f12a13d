import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/auth/login-page.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { from?: string } =>
    typeof search.from === 'string' ? { from: search.from } : {},
  component: Login,
});

function Login() {
  return <LoginPage from={Route.useSearch().from} />;
}
