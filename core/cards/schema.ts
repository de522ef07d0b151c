export const cardTypes = ["virtual", "physical"] as const;
export type CardType = (typeof cardTypes)[number];

/** A physical card is `inactive` until the bank tells that its holder has activated it; `canceled` is for good. */
export const cardStatuses = ["active", "inactive", "locked", "canceled"] as const;
export type CardStatus = (typeof cardStatuses)[number];

export interface Card {
  readonly cardId: string;
  readonly userId: string;
  /** The provider's token of the card (`pm_…`); never shown. */
  readonly paymentMethodId: string;
  readonly customerId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly isDefault: boolean;
  readonly status: CardStatus;
  readonly type: CardType;
  /** ISO 8601. */
  readonly createdAt: string;
}
