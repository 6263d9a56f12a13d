import type { ReactNode } from 'react';
import { Section } from '../../ui/layout/section.tsx';
import { Appearance } from './appearance.tsx';
import type { Leaving } from './leaving.ts';
import { LinkedList } from './linked-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { SettingsForm } from './settings-form.tsx';

/**
 * The settings of the user's account (rule 12, rule 2.10).
 * @param leaving how this browser is signed out, from another feature.
 * @param secondFactor its section, from another feature.
 */
export function Settings({ leaving, secondFactor }: { leaving: Leaving; secondFactor: ReactNode }) {
  return (
    <>
      <SettingsForm />
      <Section title="Change password">
        <PasswordForm />
      </Section>
      {secondFactor}
      <Section title="Where you are signed in">
        <SessionList leaving={leaving} />
      </Section>
      <LinkedList />
      <Section title="Appearance">
        <Appearance />
      </Section>
    </>
  );
}
