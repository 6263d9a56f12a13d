import { createFileRoute } from '@tanstack/react-router';
import { UnauthorizedPage } from '../../features/auth/unauthorized-page.tsx';

export const Route = createFileRoute('/(auth)/unauthorized')({ component: UnauthorizedPage });
