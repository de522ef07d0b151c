import { pspCustomer } from "../payments/customers/entity.ts";
import { issuedHolder } from "../payments/issuing/entity.ts";
import { merchant, userMerchant } from "../payments/merchants/entity.ts";
import * as Psp from "../platform/psp/index.ts";
import * as Table from "../platform/table/index.ts";

/**
 * Has the payment provider forget a person: the customer with its saved cards, and the account of a merchant, are
 * deleted; a holder of issued cards it keeps, as the law has it, and makes inactive. What is gone is no error.
 * @throws as `Psp.call`
 */
export async function forget(userId: string): Promise<void> {
  const [customer, holder, owned] = await Promise.all([
    Table.find(pspCustomer, { userId }),
    Table.find(issuedHolder, { userId }),
    Table.find(userMerchant, { userId }),
  ]);
  if (customer) await Psp.find((stripe) => stripe.customers.del(customer.customerId));
  const cardholder = holder?.pspCardholderId;
  if (cardholder !== undefined)
    await Psp.find((stripe) => stripe.issuing.cardholders.update(cardholder, { status: "inactive" }));
  const shop = owned && (await Table.find(merchant, owned));
  if (shop) await Psp.findAccount((stripe) => stripe.accounts.del(shop.pspAccountId));
}
