import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/auth/login-page.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { from?: string | undefined } => ({
    from: typeof search.from === 'string' ? search.from : undefined,
  }),
  component: Login,
  codeSplitGroupings: [],
});

function Login() {
  return <LoginPage from={Route.useSearch().from} />;
}
