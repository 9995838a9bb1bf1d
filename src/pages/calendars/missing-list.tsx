import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ListX } from 'lucide-react';

import { Panel, PanelEmpty } from '#features/panel.tsx';

/** The address names a list that this browser does not keep. */
export function MissingList() {
  const { t } = useLingui();
  return (
    <Panel title={t`Products`}>
      <PanelEmpty icon={ListX} title={t`This browser keeps no such list`}>
        <p>
          <Trans>
            A saved list stays in the browser that it was made in. Whoever made it can export it as a file for you to
            import.
          </Trans>
        </p>
        <Link to="/calendars">
          <Trans>Show every product</Trans>
        </Link>
      </PanelEmpty>
    </Panel>
  );
}
