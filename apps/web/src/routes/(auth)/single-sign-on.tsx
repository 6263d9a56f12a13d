import { createFileRoute } from '@tanstack/react-router';
import { SingleSignOnPage } from '../../features/auth/single-sign-on-page.tsx';

export const Route = createFileRoute('/(auth)/single-sign-on')({ component: SingleSignOnPage });
