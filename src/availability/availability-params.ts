import {
  countParam,
  dateParam,
  flagParam,
  oneOfParam,
  productParam,
  quantityParam,
  textParam,
} from '#parts/search-params.ts';

/** Search parameters of Availability. Quantities are in the product's unit. */
export const availabilityParams = {
  product: productParam,
  quantity: quantityParam,
  /** Unit of a quantity without a product. */
  unit: textParam(50),
  shipBy: dateParam,
  /** Order of which the product is a line: what is promised for it isn't promised elsewhere. */
  order: textParam(64),
  /** Split shipment: minimum quantity per shipment and maximum number of shipments. */
  minShipment: quantityParam,
  maxShipments: countParam(1, 99),
  /** Delivery estimate: transit days, and whether they are business days only. */
  deliveryDays: countParam(0, 365),
  workingDays: flagParam,
  /** Chart and entries: include max lead time (absent means yes), grouping, visible period. */
  mlt: flagParam,
  bucket: oneOfParam(['day', 'week', 'month']),
  from: dateParam,
  to: dateParam,
  /** Whether the history of the ship date is shown. */
  history: flagParam,
};
