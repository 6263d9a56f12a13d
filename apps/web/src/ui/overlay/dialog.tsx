import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { cx } from '../../lib/cx.ts';
import { IconButton } from '../form/button.tsx';
import type { Refusal } from '../form/field-frame.tsx';
import { Form } from '../form/form.tsx';
import { closeSuccessToast } from '../toast/toast.tsx';
import { useIsDesktop } from '../use-is-desktop.ts';
import { useBack } from './use-back.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useScreen } from './use-screen.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** False: neither the backdrop nor Escape closes it, only its own buttons. */
  dismissable?: boolean;
  /** @returns true if Escape did something else than close the dialog. */
  onEscape?: (event: KeyboardEvent) => boolean;
  /** Makes the dialog a form, which a submit button in the footer sends. */
  onSubmit?: (() => void) | undefined;
  /** Why the form was refused. */
  refusal?: Refusal | null | undefined;
  footer?: ReactNode;
  children: ReactNode;
};

/** A card on a desktop, the whole screen on a phone. The body scrolls, the footer stays visible. */
export function Dialog({ open, onClose, dismissable = true, onEscape, ...parts }: DialogProps) {
  const returnFocus = useReturnFocus(open);
  useScreen(open);
  const isDesk = useIsDesktop();
  const isFilling = open && !isDesk;
  useBack(isFilling, onClose);
  useEffect(() => {
    if (isFilling) closeSuccessToast();
  }, [isFilling]);
  const unlessHeld = (event: Event) => {
    if (!dismissable || isToast(event.target)) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={next => !next && onClose()}>
      <Radix.Portal>
        {/* Not Radix.Overlay: its scroll lock injects a style tag, which the CSP forbids. `useScreen` locks. */}
        <div
          data-state={open ? 'open' : 'closed'}
          className="fixed inset-0 z-40 animate-fade bg-scrim data-[state=closed]:animate-fade-out"
        />
        <Radix.Content
          aria-modal="true"
          onEscapeKeyDown={event => (!dismissable || onEscape?.(event)) && event.preventDefault()}
          onInteractOutside={unlessHeld}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          className={CARD}
        >
          <DialogParts {...parts} dismissable={dismissable} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type Parts = Omit<DialogProps, 'open' | 'onClose' | 'dismissable' | 'onEscape'> & { dismissable: boolean };

function DialogParts({ title, description, dismissable, onSubmit, refusal, footer, children }: Parts) {
  const content = (
    <>
      <div className="flex items-start gap-4 px-5 pt-5 pb-1 desk:px-6 desk:pt-6">
        <div className="min-w-0 flex-1">
          <Radix.Title className="text-card">{title}</Radix.Title>
          {description && (
            <Radix.Description className="mt-1 text-ink-soft text-small">{description}</Radix.Description>
          )}
        </div>
        {dismissable && (
          <Radix.Close asChild>
            <IconButton label="Close" icon={<X />} className="-mt-1.5 -mr-2" />
          </Radix.Close>
        )}
      </div>
      <div
        className={cx(
          'line-when-scrolled min-h-0 flex-1 overflow-y-auto overscroll-contain [--form-end:-1.5rem] px-5 py-4 desk:px-6',
          !footer && 'pb-6',
        )}
      >
        {children}
      </div>
      {footer && (
        <div className="flex justify-end gap-3 border-line border-t px-5 pt-3 pb-[max(0.75rem,var(--safe-bottom))] *:flex-1 desk:px-6 desk:py-4 desk:*:flex-none">
          {footer}
        </div>
      )}
    </>
  );
  if (!onSubmit) return content;
  return (
    <Form onSubmit={onSubmit} refusal={refusal} className="flex min-h-0 flex-1 flex-col">
      {content}
    </Form>
  );
}

const CARD =
  'fixed inset-x-0 top-(--visible-top) z-50 flex h-(--visible-height) animate-rise flex-col bg-surface pt-(--safe-top) outline-none data-[state=closed]:animate-rise-out desk:inset-0 desk:m-auto desk:h-fit desk:max-h-[calc(100dvh-4rem)] desk:max-w-dialog desk:rounded-card desk:pt-0 desk:shadow-float';

/** Left to itself Radix takes the close button first; a form wants its first field. */
function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const field = event.currentTarget.querySelector<HTMLElement>(
    'input:not([type="hidden"], [type="checkbox"], [type="radio"], :disabled), textarea, select, [role="listbox"]',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** A click on a toast must not close the dialog below it. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.Toastify') !== null;
}
