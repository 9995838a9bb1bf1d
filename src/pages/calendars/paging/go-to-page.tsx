import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import classes from './pages-nav.module.css';

/** Opens a page by its number. One past the end is opened all the same: the screen goes to the last and says so. */
export function GoToPage({ pageCount, onPage }: { pageCount: number; onPage: (page: number) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const most = String(pageCount);
  return (
    <form
      noValidate
      className={classes.go}
      onSubmit={(event) => {
        event.preventDefault();
        const page = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
        setIsWrong(page < 1);
        if (page < 1) return;
        setText('');
        onPage(page);
      }}
    >
      <input
        aria-label={t`Go to page`}
        placeholder={t`Go to`}
        title={t`A page from 1 to ${most}; Enter opens it`}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={isWrong}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
      {isWrong && (
        <span role="alert" className={classes.wrong}>
          <Trans>Write a page from 1 to {most}.</Trans>
        </span>
      )}
    </form>
  );
}
