import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';

/** Comes with the first file, as the login does: a stranger waits for one file and not for two in a row. */
export const Route = createFileRoute('/')({ component: LandingPage, codeSplitGroupings: [] });
