import { CircleCheck, CircleSlash, Hourglass, type LucideIcon, Truck } from 'lucide-react';

import type { StockResult } from '#stock/stock-result.ts';

export const statusIcons: Record<StockResult['kind'], LucideIcon> = {
  'in-stock': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'not-available': CircleSlash,
};
