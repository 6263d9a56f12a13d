import { Link } from '@tanstack/react-router';

/** The name of a member, as a link that covers its whole card. The card is positioned. */
export function CardLink({ id, children }: { id: string; children: string }) {
  return (
    <Link
      to="/dash/manager/users/$userId"
      params={{ userId: id }}
      className="outline-none before:absolute before:inset-0 before:rounded-card focus-visible:before:outline-2 focus-visible:before:outline-brand-strong"
    >
      {children}
    </Link>
  );
}
