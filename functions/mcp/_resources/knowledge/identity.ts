export const identity = `# Identity

State of this text: November 2026. Knowing customers, protecting their data, proving without revealing, biometrics and verification, under
the law of France and the EU. General information for people who build or use financial services, not legal advice.

## KYC and the fight against money laundering

### Obliged entities

Banks, payment and e-money institutions, investment firms, insurers and crypto-asset service providers are obliged entities (CMF art. L. 561-2). They apply a
risk-based approach: a written classification of risks by client, product, channel, transaction and country (art. L. 561-4-1), and measures that match it. Supervisors: the
ACPR (banking, payment, insurance), the AMF (asset managers, advisers); both share the supervision of crypto-asset service providers. Suspicions go to TRACFIN.

### The obligations, in order of a relation's life

| Step | Rule | What it means |
|---|---|---|
| identify | L. 561-5, R. 561-5 | collect name, first names, date and place of birth; of a company: form, name, number, address; and its beneficial owners |
| verify | L. 561-5, R. 561-5-1 | by a document with a photograph in person, an electronic identity of level substantial or high, a qualified signature |
| verify at a distance | R. 561-5-2 | if none of these applies: at least two measures of a list, such as a copy of a document, its verification by a certified service, a first payment from an account in one's own name in the EU or EEA, confirmation by a third party |
| know the purpose | L. 561-5-1 | activity, income, wealth, expected use: as much as the risk requires |
| beneficial owner | L. 561-2-2, R. 561-1 | natural persons who ultimately hold more than 25 % of capital or votes, or controls otherwise |
| monitor | L. 561-6 | update the information regularly, compare transactions with it |
| simplified measures | L. 561-9 | if the risk is low, and proven to be |
| enhanced measures | L. 561-10 to L. 561-10-2 | politically exposed persons (R. 561-18), high-risk countries, complex or unusually large transactions |
| refuse | L. 561-8 | no relation, no transaction if identification fails; an existing relation ends |
| report | L. 561-15 | known or suspected money laundering; L. 561-18 forbids informing the client |
| retain | L. 561-12 | documents five years after the relation's end, transactions five years after execution |
| freeze | L. 562-1 and following | assets of listed persons immediately; check the national register of the Trésor and EU lists |

Anonymous accounts are forbidden. Whether a customer is a politically exposed person, and where funds come from, has to be asked, not guessed.

### What a complete file of a natural person looks like

1. An identity document that is valid: national identity card, passport or residence permit. Both sides, all corners, readable.
2. Proof that the person presenting it is its holder: a live check (see Verification and Biometrics) or an electronic identity.
3. Proof of address if the risk classification requires one: an invoice of utilities, internet or rent receipt, usually of less than three months; the law does not fix that period.
4. Self-declarations: tax residence (FATCA, CRS), political exposure, purpose, income bracket, source of funds.
5. For higher risk: evidence of income or wealth (payslips, tax notice, sales contract).

A business (KYB) adds: registration extract (Kbis or the national register, RNE), articles, beneficial owners as registered, identity of the representative and proof of powers, activity and turnover. Since the CJEU's judgment of 22 November 2022 (C-37/20 and C-601/20)
public access to beneficial-owner registers is restricted; obliged entities retain access.

### Reading a status on this platform

| Platform | Diagnosis | Meaning and next step |
|---|---|---|
| PENDING, nothing decided yet | INCOMPLETE | no documents were submitted, or the verification was not started: submit the missing documents in the app, and start it |
| PENDING or IN_REVIEW, decided before | PENDING | checks are running: wait; answer questions of the partner |
| VALIDATED | VERIFIED | level says how far; keep documents up to date |
| REJECTED | REJECTED | read the reason: correct the problem and submit again, or contact support; a refusal may not always be explained in detail (L. 561-18) |
| EXPIRED | INCOMPLETE | a document or the review date has expired: submit a new one |

Frequent reasons and remedies: unreadable image (daylight, no flash, no screenshot), expired document (renew; some documents have a longer validity, check service-public.gouv.fr), name
mismatch (marriage certificate), address too old (newer proof), failed live check (light, camera, no mask), possible homonym on a list (date and place of birth).

How long it takes is not fixed by law. Automated checks take minutes; a manual review usually some working days; enhanced measures longer. State the basis of an
estimate.

### What changes next

Regulation (EU) 2024/1624 (AMLR) replaces national rules on customer due diligence from 10 July 2027: the same data for the whole Union (nationalities and, where available, tax number among them), updates at most every
five years, every year for high risk, an EU-wide limit of 10,000 EUR for cash payments in trade. Directive (EU) 2024/1640 and the new authority AMLA in Frankfurt (Regulation (EU) 2024/1620), at work since July
2025, complete it; AMLA supervises selected groups directly from 2028. Its technical standards are being adopted: check amla.europa.eu. In France cash payments to
professionals by residents are limited to 1,000 EUR (CMF art. D. 112-3).

## Data protection

### Principles, and how KYC fits in

| Principle (GDPR art. 5) | In a financial service |
|---|---|
| lawfulness | KYC: legal obligation (art. 6(1)(c)); account: contract (6(1)(b)); fraud prevention: legitimate interest (6(1)(f)); marketing: consent |
| purpose limitation | identity documents are for KYC, not for marketing |
| minimisation | no copy where reading is enough; no health data from an address proof |
| accuracy | expiry dates, corrections |
| storage limitation | five years after the end for KYC (CMF art. L. 561-12), then erase |
| integrity, confidentiality | encryption, separation, access logs (art. 32) |
| accountability | register (art. 30), impact assessment (art. 35), officer (art. 37) |

Rights: access (art. 15), rectification (16), erasure (17, not while the law requires retention: 17(3)(b)), restriction (18), portability (20), objection (21). An answer is due within a month,
extendable by two (art. 12). For data processed only to report suspicions, access is exercised through the CNIL (CMF art. L. 561-45).

Automated decisions with legal or similar effect (a refusal of an account or credit by a score alone) need a basis and human review (art. 22); the CJEU counts a score as such a decision where the outcome draws strongly on it
(C-634/21 SCHUFA, 7 December 2023).

### Breaches, processors, transfers

- A breach that risks people's rights: to the CNIL within 72 hours (art. 33); to the people where the risk is high (art. 34). Payment incidents and ICT incidents have their own channels under Regulation (EU) 2022/2554 (DORA), applicable since 17 January 2025.
- Processors need a contract (art. 28); so do theirs.
- Outside the EEA: adequacy, standard clauses with an assessment, or another ground (art. 44 to 49). The EU-US Data Privacy Framework (decision of 10 July 2023) was upheld by the General Court on 3 September 2025 (T-553/23, Latombe v Commission). The appeal against that judgment, brought on 31 October 2025, was lodged at the Court of Justice as C-703/25 P (OJ C/2025/6610): the decision stands unless the Court sets it aside, so check on curia.europa.eu.
- Artificial intelligence: Regulation (EU) 2024/1689 classes creditworthiness assessment of people as high risk (annex III, 5(b)), fraud detection not. Its dates for high-risk systems were being postponed in 2026: check before planning.

French law adds the loi n° 78-17 Informatique et Libertés: age of 15 for consent to online services (art. 45), the CNIL's powers, rules on the national identification number (NIR), which a
financial service must not use as an identifier.

### Practice

Short notices in layers; consent as easy to withdraw as to give; test data is never real data; support staff see masked values; every access to a document is logged;
deletion is tested, backups included.

## Zero-knowledge proofs

### The idea

A prover convinces a verifier that a statement is true without revealing why. Three properties: completeness (true statements pass), soundness (false ones do not, but for a negligible probability), zero
knowledge (nothing else is learnt). Example: Schnorr's protocol proves knowledge of a private key; "over 18" can be proven from a signed birth date without showing it.

| Family | Proof size | Verification | Setup | Post-quantum |
|---|---|---|---|---|
| zk-SNARK (Groth16, Plonk) | hundreds of bytes | milliseconds | trusted or universal | no (pairings, discrete logarithms) |
| zk-STARK | tens to hundreds of kilobytes | fast | transparent | believed yes (hashes) |
| Bulletproofs | about a kilobyte, logarithmic | slower, linear | transparent | no |
| BBS signatures | small | fast | issuer's key | no |

### Where it helps in finance

- Selective disclosure: show one attribute of a credential. SD-JWT (hashes of attributes) and ISO/IEC 18013-5 mdoc do so without zero-knowledge and are linkable by their signatures unless used once; BBS and circuit-based proofs over existing
signatures avoid the link.
- Age or residence proofs; proof that an account is on no sanctions list; proof of solvency or reserves (sum of balances, with each customer able to check inclusion); private transactions and rollups.
- Sharing fraud signals between institutions without sharing customers.

### What it does not do

- It does not replace identification: AML law asks obliged entities to collect and keep identity data (see KYC). A proof can reduce the data that third parties see, not the data that the obliged entity must know, until the law says otherwise.
- It proves statements about signed data: garbage that was signed stays garbage. The issuer's check is the root.
- Proofs and nullifiers about a person are still personal data if they can be linked to a person (GDPR recital 26).
- Implementation is the risk: under-constrained circuits, replays without a challenge, weak randomness, leaked setup secrets. Use audited libraries; bind proofs to verifier, purpose and time; plan revocation.

### European digital identity wallet

Regulation (EU) 2024/1183 (eIDAS 2) has each Member State offer a wallet by the end of 2026 (24 months after the implementing acts of late 2024); private services that must use strong authentication, banks among them, accept it 36 months
after those acts, so from the end of 2027. The architecture asks for selective disclosure and unlinkability as far as possible; zero-knowledge proofs are an option under discussion, not a given. In France, France Identité is the
base. Progress differs between countries: check before relying on it. For age checks, the CNIL and Arcom favour double anonymity: the prover does not know the verifier, the verifier does not know the person.

## Biometrics

### Law

Biometric data that identifies uniquely is a special category (GDPR art. 4(14) and 9): in a customer relation it needs explicit consent with a real alternative without disadvantage, or another exception. The CNIL distinguishes a template in the
person's hands (on the phone), which it prefers, from a central base, which has to be justified. An impact assessment is nearly always due. The AI Act (Regulation (EU) 2024/1689) forbids among others untargeted scraping of faces and emotion inference at work (art.
5); comparing one person with a claimed identity is not remote identification in its sense.

### Figures

- FMR/FAR: strangers accepted. FNMR/FRR: the right person refused. Lowering one raises the other; the equal error rate compares systems, the operating point matters in service (ISO/IEC 19795).
- 1:1 verification scales; 1:N identification multiplies false matches by N.
- Error rates differ between groups: measure by age, sex, skin tone, device; offer a manual alternative.

### Attacks and answers

| Attack | Answer | Reference |
|---|---|---|
| printed photo, mask, replay on a screen | presentation attack detection, active or passive | ISO/IEC 30107-3 |
| injected video, virtual camera, deepfake | device attestation, signed capture, challenge, server checks | CEN/TS 18099 |
| stolen templates | templates on device, cancelable templates, encryption | ISO/IEC 24745 |
| coerced user | limits, silent alarm, cooling-off | procedure |

### Signing in

With passkeys (FIDO2, WebAuthn) the face or finger unlocks a key on the device; nothing biometric leaves it, and phishing finds nothing to steal. Under PSD2, strong customer authentication combines two of knowledge, possession and
inherence (Directive (EU) 2015/2366 art. 97; Delegated Regulation (EU) 2018/389): a passkey on a phone usually counts as possession and inherence. Always offer a second sign-in method that is as strong: accounts are stolen through
recovery.

## Verification

### Levels

| Means | Strength | Notes |
|---|---|---|
| email, phone number | contact only | SMS codes can be intercepted (SIM swap) |
| document image | weak alone | forgery, injection |
| document image and live check | medium | in France, a remote identity verification service (PVID) certified by the ANSSI counts as a strong measure |
| chip read by NFC | strong for the document | ICAO 9303: passive authentication checks the State's signature, chip or active authentication the copy |
| electronic identity substantial or high | strong | FranceConnect+, notified schemes of Member States, eIDAS |
| in person | strong | trained staff |

### Checks that software can make

- Machine readable zone: check digits with weights 7, 3, 1 modulo 10, consistent with the visual zone and the chip.
- Dates: expiry, age, issue. Document numbers against lists of lost and stolen documents if access is lawful.
- Image: fonts, security features, recapture, metadata. Never one signal alone.
- Address: normal form, existence, match with the document; a person can live without invoices: accept a host's attestation.
- Account ownership: verification of payee, offered by euro-area payment providers with each transfer since 9 October 2025 (Regulation (EU) 2024/886), compares name and IBAN.
- Companies: SIREN in INSEE's directory, RNE, VIES for VAT, LEI; powers of the signatory.
- Signatures: a qualified one equals handwriting (Regulation (EU) 910/2014 art. 25).

### Good conduct

1. Ask for the least that the risk needs, and say why.
2. Explain failures in a way that helps honest users but does not teach forgers.
3. Offer an alternative: not every user has a passport, a chip, or a face that cameras like.
4. Review by people is trained, logged, four-eyed for refusals.
5. Re-verify on events: new device, changed name, large first transfer; not by annoyance every month.
6. Measure completion, false refusals, fraud found later, by group.

## Sources

- Code monétaire et financier, art. L. 561-1 to L. 561-45, L. 562-1 and following, R. 561-1 to R. 561-18, D. 112-3; arrêté of 6 January 2021 on internal control (legifrance.gouv.fr)
- ACPR, guidelines on identification, verification of identity and knowledge of customers (acpr.banque-france.fr); AMF, amf-france.org; TRACFIN
- Regulation (EU) 2024/1624 (AMLR), Directive (EU) 2024/1640, Regulation (EU) 2024/1620 (AMLA) (eur-lex.europa.eu); amla.europa.eu
- Regulation (EU) 2016/679 (GDPR); loi n° 78-17 of 6 January 1978; CNIL, cnil.fr; CJEU C-634/21, C-37/20 and C-601/20; General Court T-553/23, under appeal as C-703/25 P (curia.europa.eu)
- Regulation (EU) 2022/2554 (DORA), Regulation (EU) 2024/1689 (AI Act), Regulation (EU) 910/2014 and 2024/1183 (eIDAS), Regulation (EU) 2024/886 (instant payments), Delegated Regulation (EU) 2018/389
- ANSSI, référentiel PVID (cyber.gouv.fr); ICAO Doc 9303; ISO/IEC 18013-5, 19795, 24745, 30107-3; CEN/TS 18099
- IETF SD-JWT; W3C Web Authentication; Groth (2016), Bünz et al. (2018), Ben-Sasson et al. (2018) on proof systems
`;
