import { createFileRoute } from '@tanstack/react-router';
import { TakeBackPage } from '../../features/auth/take-back-page.tsx';
import { linkSearch } from '../-search/search.ts';

export const Route = createFileRoute('/(auth)/take-back-email')({
  validateSearch: linkSearch,
  component: TakeBack,
});

function TakeBack() {
  return <TakeBackPage token={Route.useSearch().token ?? ''} />;
}
