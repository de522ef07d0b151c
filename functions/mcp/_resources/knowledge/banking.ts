export const banking = `# Banking

State of this text: November 2026. Neobanks, banking as a service, terminals, and how to compare providers, for users and builders in France and the
EU. General information, not advice. Names of companies are examples; their status changes, so check the registers named below.

## Neobanks

### The licence behind an app

| Status | May | Customers' money | French register |
|---|---|---|---|
| credit institution (bank) | take deposits, lend, everything below | deposit guarantee, 100,000 EUR per person and bank | REGAFI, ECB list |
| e-money institution | issue e-money, payment services | safeguarded | REGAFI |
| payment institution | payment services, limited credit | safeguarded | REGAFI |
| agent or e-money distributor | act for one of these | at its principal | REGAFI, as agent |
| crypto-asset service provider | services under MiCA | segregated, no guarantee | AMF, ESMA |

An institution of another Member State may serve France under the European passport; its home country's deposit guarantee then applies (same amount, Directive 2014/49/EU). "Neobank" is marketing: ask who holds the money, under which licence, and look it up in REGAFI
(regafi.fr) or the EBA's register.

Safeguarding means that customers' funds are held separately at a bank or in safe assets, or insured (CMF art. L. 522-17 and L. 526-32), out of reach of other creditors. If the institution fails, an administrator returns them: that can take time, and the ledger has to match the safeguarded funds. Guarantee means
that a fund pays, normally within seven working days.

### Rights of every customer

- An account: a person who was refused one can ask the Banque de France to designate a bank (droit au compte, CMF art. L. 312-1).
- Moving: banks carry standing orders and direct debits over (CMF art. L. 312-1-7).
- No IBAN discrimination: a payee in the SEPA area may not refuse a foreign SEPA IBAN (Regulation (EU) 260/2012 art. 9). Complaints: DGCCRF or ACPR.
- Unauthorised payments are refunded immediately, by the end of the next business day, unless fraud by the customer is suspected (CMF art. L. 133-18); the customer bears at most 50 EUR in some cases before notice (L. 133-19), all in case of gross negligence. Claims within 13 months (L. 133-24).
- Strong authentication of payments online and of access to the account (PSD2 art. 97).
- Incident fees are capped: 8 EUR an operation and 80 EUR a month for intervention commissions, 4 and 20 EUR for fragile customers with the specific offer (CMF art. R. 312-4-1 and following); banks have committed to 25 EUR a month of all incident fees for fragile customers.

### Payments in euros today

Credit transfers within one business day; instant ones within ten seconds, at any time. Under Regulation (EU) 2024/886 euro-area banks receive instant transfers since 9 January 2025 and send them since 9 October 2025, at no higher price than ordinary ones, with verification of the payee's name before the
order. A "no match" is a stop sign: transfers to fraudsters are rarely recovered. Payment and e-money institutions follow later in the same regulation; check whether a given one offers sending.

PSD3 and the Payment Services Regulation were agreed provisionally on 27 November 2025, and the agreed texts were approved in committee in spring 2026. They merge e-money into payment institutions, widen refunds for impersonation fraud, and tighten safeguarding. Until they are published and applicable (months of transition follow), PSD2 and its French transposition apply: check eur-lex for their
state.

Consumer credit: Directive (EU) 2023/2225, transposed by ordonnance n° 2025-880 of 3 September 2025, applies in France since 20 November 2026. Payment in instalments, interest-free and small credits are now under consumer credit law, with a check of solvency and pre-contractual information. Offers older than that are not a
model.

### Choosing one, as a person

1. Licence and guarantee (above). Do not hold more than 100,000 EUR at one bank, nor savings at an institution that only safeguards.
2. Cost for one's own use: card, foreign currency (rate and margin), cash, transfers, incidents. Free accounts earn elsewhere: premium plans, interchange, credit.
3. IBAN country: some employers and administrations still make trouble, unlawfully.
4. What happens on a bad day: human support, blocked account procedures, complaint handling, mediator.
5. Tax: a foreign account is declared each year (form 3916).
6. Security: passkeys, limits, virtual cards, alerts.

## Banking as a service

### Roles

A licensed institution lends its licence, accounts and cards by an API to a brand that has none. The brand may be:

| Role | Rule | May | Needs |
|---|---|---|---|
| technical provider | PSD2 art. 3(j) | never hold funds | nothing, but DORA contracts |
| agent of a payment institution | CMF art. L. 523-1 | offer its principal's services in its name | registration by the principal at the ACPR |
| e-money distributor | CMF art. L. 525-8 | distribute and redeem | declaration by the issuer |
| intermediary (MOBSP, IOBSP) | CMF art. L. 519-1 | propose, not execute | ORIAS |
| own licence | CMF art. L. 522-6, L. 526-7, L. 511-10 | everything it says | capital, governance, months |

Initial capital under PSD2 and the e-money directive: 20,000, 50,000 or 125,000 EUR for payment institutions by service, 350,000 EUR for e-money institutions; 5 million EUR for banks. Own funds grow with volume. Account information services register; payment initiation needs 50,000 EUR and insurance.

The licence holder stays responsible: KYC, monitoring, safeguarding, reporting can be delegated, the duty cannot (arrêté of 3 November 2014 on internal control, outsourcing of essential services; EBA/GL/2019/02; DORA art. 28 to 30 for ICT). A supervisor can stop new customers of all brands at once: it has
happened.

### Lessons of failures

- Wirecard (2020), Railsr (2023), Synapse in the United States (2024): brands lost access overnight; at Synapse the ledgers of middleware and banks did not agree, and customers waited for their own money.
- Run your own double-entry ledger. Reconcile it every day with the institution's records and with safeguarding accounts, to the cent; alarm on any difference.
- Define by contract whose customer the end user is, and who informs users of outages.
- Have an exit: export of customers with consent, a second provider tested, IBANs planned (they cannot be moved).

### Building on such an API

- Idempotency keys on every write; retries with the same key. Treat a lost response as an unknown outcome, never as a failure.
- Webhooks: verify the signature on the raw body, in constant time, with a time window; answer fast, work later; expect duplicates and disorder; reconcile by polling.
- Amounts as integers of minor units with a currency; never floats.
- Card authorisations are holds: partial captures, reversals, expiry, offline captures above the authorised amount all occur.
- Direct debits come back: eight weeks without reasons, 13 months if unauthorised. Received money is not final; show which is.
- Open banking: account information needs the user's consent, renewed by strong authentication every 180 days (Delegated Regulation (EU) 2022/2360); provider certificates (eIDAS QWAC, QSealC).
- KYC events drive rights: limit what unverified users can do, at the ledger, not in the interface.
- DORA: register of ICT providers, incident classification, tested continuity.

### Questions to a provider before signing

Which entity and licence; who safeguards where; reconciliation files, how often; which IBANs; instant payments both ways; card schemes and processor; KYC tool and who decides; limits and how they change; sandbox like production; status page and real uptime; notice period and exit help; audits (SOC 2, ISO 27001, PCI DSS); where data
is; who else depends on them.

## Terminals

### Kinds

| Kind | For | Notes |
|---|---|---|
| integrated terminal with a till | shops, restaurants | amount comes from the till, fewer errors |
| stand-alone terminal | small shops | typed amounts |
| mobile reader with a phone | markets, craftsmen | low entry cost, percentage fees |
| phone as terminal (SoftPOS) | delivery, queues | contactless alone; PIN on glass under PCI MPoC |
| unattended | vending, charging, parking | offline limits, PSD2 exemption for transport and parking |

### Standards

EMV for chip and contactless; terminals certified PCI PTS POI; software and phones PCI MPoC; merchants and providers PCI DSS, version 4.0.1, whose dated requirements are in force since 31 March 2025. Point-to-point encryption takes most of a merchant's systems out of scope. Never store the security code; tokens instead of
card numbers.

Contactless without PIN: up to 50 EUR a payment in France; issuers ask for the PIN after 150 EUR or five payments in a row (Delegated Regulation (EU) 2018/389 art. 11). Phone wallets authenticate on the device and have no such limit.

### What a card payment costs a merchant

Merchant service charge = interchange (to the issuer) + scheme fees + acquirer's margin. Interchange of consumer cards in the EEA: at most 0.2 % debit, 0.3 % credit (Regulation (EU) 2015/751); business cards and cards from outside the EEA are not under that cap (intra-EEA rules and commitments of the schemes aside). Pricing models:

- Interchange++: the three parts shown separately. Transparent; suits volume.
- Blended: one percentage. Simple; hides what falls.
- Subscription: a monthly fee plus cost.

Effective rate = (percentage x volume + fixed fee x number + monthly fees) / volume. Illustration, with invented figures: 20,000 EUR in 1,000 payments at 1.2 % and 0.05 EUR, terminal 20 EUR: (240 + 50 + 20) / 20,000 = 1.55 %. The same fixed fee weighs ten times more on payments of 2 EUR than of 20 EUR.

The French CB scheme shares most cards with Visa or Mastercard (co-badging). The payer may choose the brand at the terminal; the merchant may preselect but not impose (Regulation (EU) 2015/751 art. 8). Surcharging is
forbidden in France (CMF art. L. 112-12). A minimum amount for cards is allowed if shown, and not forbidden by the contract.

### Tills, receipts, disputes

- Till software that records customers' payments must guarantee inalterable, secured, stored and archived data (CGI art. 286, I, 3° bis). How it is proven (certificate or editor's attestation) was changed more than once in 2025 and 2026: check BOFiP.
- Printing receipts and card slips is no longer systematic since 1 August 2023; the customer may ask for them.
- Chargebacks: answer within the scheme's period with proof of delivery and consent. Authenticated online payments shift liability for fraud to the issuer; contactless with device authentication too.
- Tips, deposits, pre-authorisation: use the transaction types made for them, release unused amounts.

### Choosing a terminal

List the cases: counter, table, delivery, no network, tips, foreign cards, meal vouchers (titres-restaurant), gift cards, refunds by whom. Then: integration with the till, offline mode and its risk, settlement day, contract length and exit fee, replacement time, accessibility for blind customers (Directive (EU) 2019/882 covers new payment terminals since 28 June
2025).

## Comparing providers

### Groups, with examples

| Group | Examples | Typical strength | Typical weakness |
|---|---|---|---|
| online payment service providers | Stripe, Adyen, Mollie, Checkout.com, Payplug | API, methods, countries | cost for small baskets, risk holds |
| acquirers and banks | French bank groups, Worldline, Nexi | local card scheme, negotiated price | integration, speed |
| mobile acceptance | SumUp, Zettle | start in a day | percentage, support |
| banking as a service | Swan, Treezor, Solaris | accounts and IBANs in weeks | dependence on one licence |
| business neobanks | Qonto, Shine, Revolut Business | tools around the account | credit, cash, complex cases |
| personal neobanks | Revolut, N26, bunq, Nickel, BoursoBank | cost, app | human help, edge cases |
| open banking | Bridge, Tink, Powens, Fintecture | low cost per transfer, data | consent renewals, bank coverage |

Licences, owners and offers of these change: look each up on the day.

### Criteria and weights

| Criterion | What to look at | Weight for a shop | Weight for a platform |
|---|---|---|---|
| safety of funds | licence, safeguarding, guarantee, concentration | 15 | 25 |
| total cost | effective rate for the own basket, refunds, chargebacks, currency | 30 | 15 |
| settlement | delay, days, reserves | 15 | 10 |
| fit | methods, countries, till, languages | 20 | 10 |
| technique | API, idempotency, webhooks, sandbox, uptime, versioning | 5 | 20 |
| compliance help | KYC, AML, DORA, PCI, data location | 5 | 10 |
| exit | notice, data export, token portability | 10 | 10 |

The weights are a starting point: change them before looking at offers, not after. Score each from 0 to 5 with a written reason, multiply, add; then ask what would change the ranking. A knock-out criterion (no licence for the service, no refund API, no instant transfers) beats any sum.

### How to compare costs honestly

1. Take three real months: number, amounts, card types and countries, refunds, disputes.
2. Compute each offer's effective rate on exactly these, hidden lines included: minimum fees, currency margin, payout fees, dispute fees, inactivity, PCI fees.
3. Vary: half the basket, twice the volume, 10 % foreign cards. An offer that wins once may lose the year.
4. Add the cost of integration and of leaving, spread over the contract.
5. Ask for the price in writing, with the conditions under which it changes.

### Red flags

No legal entity in the terms; a register entry for another service; returns promised on a payment account; funds "insured" without saying by whom; reserves at the provider's discretion without a ceiling; webhooks without signatures; no way to speak to a person when payouts stop.

### Where to complain

First the provider in writing; then its mediator (payment services: answer to complaints within 15 business days, CMF art. L. 133-45); the ACPR and the DGCCRF for practices; the CNIL for data; cybermalveillance.gouv.fr and a complaint for fraud.

## Sources

- Code monétaire et financier, art. L. 112-12, L. 133-18, L. 133-19, L. 133-24, L. 133-45, L. 312-1, L. 312-1-7, L. 511-10, L. 519-1, L. 522-6, L. 522-17, L. 523-1, L. 525-8, L. 526-7, L. 526-32, R. 312-4-1; arrêté of 3 November 2014 (legifrance.gouv.fr)
- REGAFI (regafi.fr), EBA register (eba.europa.eu), ORIAS (orias.fr), ABE Infoservice (abe-infoservice.fr), FGDR (garantiedesdepots.fr)
- Directive (EU) 2015/2366 (PSD2), Directive 2009/110/EC, Directive 2014/49/EU, Regulation (EU) 260/2012, Regulation (EU) 2015/751, Regulation (EU) 2024/886, Delegated Regulations (EU) 2018/389 and 2022/2360 (eur-lex.europa.eu)
- Proposals COM(2023) 366 and 367 (PSD3, PSR) and their provisional agreement of 27 November 2025
- Directive (EU) 2023/2225 and ordonnance n° 2025-880 of 3 September 2025 (consumer credit)
- Regulation (EU) 2022/2554 (DORA), EBA/GL/2019/02 (outsourcing), Directive (EU) 2019/882 (accessibility)
- CGI art. 286 and BOFiP (till software); PCI Security Standards Council (pcisecuritystandards.org); EMVCo (emvco.com)
`;
