import { Link } from '@tanstack/react-router';
import { LogoImage } from '../../ui/logo.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { FOOTER_LINK } from './auth-card.tsx';

/** For a page that the server refuses to this user (rule 5.2). */
export function UnauthorizedPage() {
  usePageTitle('Unauthorized');
  return (
    <main
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 pb-16 text-center outline-none"
    >
      <LogoImage size={56} />
      <h1 className="text-page">Unauthorized</h1>
      <p className="max-w-form text-balance text-ink-soft">This page is not yours to see.</p>
      <Link to="/dash/tasks" className={FOOTER_LINK}>
        Back to your tasks
      </Link>
    </main>
  );
}
