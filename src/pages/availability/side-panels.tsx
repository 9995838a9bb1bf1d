import type { Thousandths } from '#lib/thousandths.ts';

import { BreakLadder } from './break-ladder.tsx';
import { CalendarTrouble } from './calendar-trouble.tsx';
import { DeliveryEstimatePanel } from './delivery-estimate-panel.tsx';
import { SplitDeliveries } from './split-deliveries.tsx';
import type { Asked } from './use-asked.ts';
import { usePageSettings } from './use-page-settings.ts';

/** What stands beside the answer: breaks and split from the calendar, and when the goods may arrive. */
export function SidePanels({ asked, onAsk }: { asked: Asked; onAsk: (quantity: Thousandths) => void }) {
  const { question, answer, timeline, wording, contradiction, calendar } = asked;
  const { split, setSplit, delivery, setDelivery } = usePageSettings(question.quantity);
  return (
    <>
      {timeline === null ? (
        <CalendarTrouble calendar={calendar} />
      ) : (
        <>
          <BreakLadder timeline={timeline} asked={question.quantity} wording={wording} onAsk={onAsk} />
          <SplitDeliveries
            timeline={timeline}
            quantity={question.quantity}
            wording={wording}
            settings={split}
            onChange={setSplit}
          />
        </>
      )}
      {answer !== null && answer.kind !== 'not-available' && contradiction === null && (
        <DeliveryEstimatePanel date={answer.date} settings={delivery} wording={wording} onChange={setDelivery} />
      )}
    </>
  );
}
