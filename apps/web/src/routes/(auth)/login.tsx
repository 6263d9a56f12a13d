import { createFileRoute, redirect } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { destinationOf, isForbidden } from '../../features/auth/destination.ts';
import { LoginPage } from '../../features/auth/login-page.tsx';
import { optionalText } from '../-search/search.ts';

export const Route = createFileRoute('/(auth)/login')({
  validateSearch: z.object({ from: optionalText, refused: optionalText }),
  loaderDeps: ({ search: { refused } }) => ({ refused }),
  loader: ({ deps: { refused } }) => refused && sentenceOf(refused),
  beforeLoad: async ({ context: { session }, search: { from } }) => {
    // Without a server there is still the form.
    if (!(await session.hasSession().catch(() => false))) return;
    if (!isForbidden(from)) throw redirect({ href: destinationOf(from), replace: true });
  },
  component: Login,
  codeSplitGroupings: [],
});

function Login() {
  return <LoginPage from={Route.useSearch().from} refusal={Route.useLoaderData() ?? ''} />;
}

/** Loaded only after a refusal. */
async function sentenceOf(refused: string): Promise<string> {
  const { sentenceOfRefusal } = await import('@onus/contract/auth/oidc/sso-refusal');
  return sentenceOfRefusal(refused);
}
