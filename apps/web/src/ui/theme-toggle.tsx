import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './form/button.tsx';
import { currentTheme, onThemeChange, setTheme } from './theme.ts';

/** Cycles through system, light and dark. One button, so that the login page loads no menu. */
export function ThemeToggle() {
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  const { label, icon, next } = STEPS[theme];
  return <IconButton label={label} icon={icon} onClick={() => setTheme(next)} />;
}

const STEPS = {
  system: { label: 'Theme: system', icon: <Monitor />, next: 'light' },
  light: { label: 'Theme: light', icon: <Sun />, next: 'dark' },
  dark: { label: 'Theme: dark', icon: <Moon />, next: 'system' },
} as const;
