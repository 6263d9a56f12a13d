import { cx } from '../../lib/cx.ts';

/** The browser loads only the picture of the current theme and width: on a phone, of a phone. */
export function DashboardPicture() {
  return (
    <div className="overflow-hidden rounded-card border border-line shadow-float">
      {['light', 'dark'].map(theme => (
        <picture key={theme}>
          <source media="(width < 40rem)" srcSet={`/phone-${theme}.webp`} width={390} height={640} />
          <img
            src={`/dashboard-${theme}.webp`}
            alt="The task dashboard of Onus: the tasks of today, each with its ring"
            width={860}
            height={580}
            loading="lazy"
            className={cx(
              'h-auto w-full',
              theme === 'dark' ? 'hidden theme-dark:block' : 'theme-dark:hidden',
            )}
          />
        </picture>
      ))}
    </div>
  );
}
