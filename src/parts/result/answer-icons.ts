import { CircleCheck, CircleSlash, Hourglass, type LucideIcon, Truck } from 'lucide-react';

import type { Answer } from '#stock/answer.ts';

export const answerIcons: Record<Answer['kind'], LucideIcon> = {
  'in-stock': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'not-available': CircleSlash,
};
