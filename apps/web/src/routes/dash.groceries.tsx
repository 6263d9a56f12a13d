import { createFileRoute } from '@tanstack/react-router';
import { GroceriesPage } from '../features/grocery/groceries-page.tsx';

export const Route = createFileRoute('/dash/groceries')({ component: GroceriesPage });
