/** Generated from the API's documents by npm run sdk:types. */

export interface paths {
    "/v1/exchange/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trading pairs
         * @description Pairs without liquidity are listed with zeros. Figures of the last 24 hours are rolling and up to 3 seconds old. A token without a known price counts as worthless. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.pairs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a trading pair
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.pairs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs/{id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a pair's trades
         * @description Returns the swaps through the pair's pool of the last 30 days, without their owners. A swap through several pools is a trade in each.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.pairs.trades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List liquidity positions
         * @description Returns the caller's open positions, at most one per pair.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.positions.list"];
        put?: never;
        /**
         * Provide liquidity
         * @description Opens the position or adds to it. The pool takes one amount in full and the fitting part of the other. If that part is below amount / (1 + slippage / 100), the request fails with `IMBALANCED_AMOUNTS`, and the details name the amounts that fit.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.exchange.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/positions/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove liquidity
         * @description Exchanges shares for their part of the pool, fees included. Fails with `SLIPPAGE_EXCEEDED` if one amount is below its minimum, and with `INSUFFICIENT_BALANCE` for shares in a farm: withdraw them first. A position without shares is closed and no longer listed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.exchange.positions.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a swap
         * @description Give either `amount_in` or `amount_out`. The best route leads through at most three pools. A quote reserves nothing and is not stored: protect the swap by `min_amount_out` or `max_amount_in`.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.quotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/swaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap
         * @description Give `amount_in` and `min_amount_out` for an exact input, or `amount_out` and `max_amount_in` for an exact output, to the base unit. The swap is one entry through at most three pools, all or nothing. It fails with `SLIPPAGE_EXCEEDED` beyond the bound, and with `QUOTE_EXPIRED` after `deadline`. A missing wallet of `asset_out` is opened. A caller in debt can only swap into the asset owed; the output repays the debt first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.exchange.swaps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/swaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a swap
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.swaps.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farms
         * @description Farms take shares of a pool and distribute an emission per second. Governance creates, funds and ends them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.farms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/farms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farm
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.farms.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farming positions
         * @description Returns the caller's positions with shares or rewards, at most one per farm.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.positions.list"];
        put?: never;
        /**
         * Farm shares
         * @description Stakes shares of the caller's liquidity position in a farm, in addition to those already there. They earn from this second on, and cannot be removed from the pool while they are farmed. Fails with `INSUFFICIENT_BALANCE` if there are fewer free shares.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.farming.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farming position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}/harvest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Harvest a position's rewards
         * @description Pays the rewards to the wallet of the platform's token, which is opened if it is missing. Without rewards `rewards_paid` is `0` and `transaction_hash` null.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.farming.positions.harvest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw shares from a farm
         * @description Withdraws `shares` immediately; their rewards remain to be harvested. Without `shares`, withdraws all of them and pays the rewards in the same entry.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.farming.positions.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Delegate voting power
         * @description Delegates all voting power except stake multipliers to one account. Send `null` or your own address to take it back. Applies to votes whose snapshot is not before this moment. An account has at most 1,000 delegators (`DELEGATOR_LIMIT_REACHED`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        put: operations["public.governance.delegation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals
         * @description `status` filters by the status at the time of the request.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.proposals.list"];
        put?: never;
        /**
         * Create a proposal
         * @description Requires a voting power of 1,000,000. Voting begins after 2 days and lasts 7; the quorum is 4 % of the supply; a timelock of 2 days follows. Governance may change these figures. 0 to 10 actions `{target, value, signature, calldata}`; without any it is a signalling proposal. At most 100 proposals in 24 hours. The targets:
         *
         *     - treasury `0xB7E039a82f30056fe09afB96a74D353455b39fE8`: `transfer(address,string,uint256)` - recipient (an account's address), symbol of an asset, amount in its base units. Opens the recipient's wallet if it does not exist. `redeemShares(string,uint256,uint256,uint256)` - a pair's id (`BTC-USDC`), the number of the treasury's shares of its pool to redeem, and the minimum of token0 and of token1 to receive at execution, all in base units; the tokens go to the treasury. `fundRewards(uint256)` - base units of the platform's token for the account that pays staking rewards.
         *     - exchange `0x3c78610499be4a5C7354c07C62360BA9c764A0Af`: `setFee(uint256)` - swap fee in hundredths of a percent, 0 to 100.
         *     - staking `0xf116b03A61108493F9a931795571B00f58352598`: `setPool(string,uint256,uint256,uint256,bool)` - pool, APY in hundredths of a percent (0 to 10000), minimum and maximum of one stake in base units, whether the pool accepts new stakes.
         *     - farming `0x9da52526A56E57AaB6fa1b1d48d25ABbb5c45763`: `createFarm(string,string,uint256,uint256)` - the new farm's id, a pair's id, the duration of its emissions in seconds (1 day to 4 years), and the first reward in base units from the treasury, or 0. `fundFarm(string,uint256)` - farm, reward from the treasury: a new period begins, which also emits the rest of the current one. `endFarm(string)` - ends its emission: unearned rewards return to the treasury, shares can still be withdrawn. `setFarmDuration(string,uint256)` - farm, duration of its next emissions in seconds. The current emission must be over.
         *     - governance `0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39`: `setParameters(uint256,uint256,uint256,uint256,uint256)` - threshold in base units (1,000 to 50,000,000 tokens), quorum in hundredths of a percent (100 to 2000), voting delay (1 hour to 14 days), voting period (1 to 30 days) and timelock (2 to 30 days) in seconds. Applies to proposals created afterwards.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        post: operations["public.governance.proposals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a proposal
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.proposals.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vote on a proposal
         * @description Votes once, with the caller's voting power at `snapshot_at`. A stake's multiplier counts if the stake is still locked until after voting ends, and keeps it locked until then. Tokens in the exchange's pools and in farms carry no votes. A vote is final.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        post: operations["public.governance.proposals.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the caller's voting power
         * @description If `delegated_to` names another account, the caller's own power counts there, and `total_power` is only `delegated_power`. Tokens in the exchange's pools and in farms carry no votes: reserves change with every swap, so they could vote twice.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.voting-power"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the portfolio
         * @description Returns everything the caller owns at current prices, each worth rounded down to cents: wallets (including `staked`), the exchange's pools, and farms. The percentages of `allocation` add up to 100. `change_24h` compares with the worth of the same assets 24 hours ago. An asset without a known price counts as worthless.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.portfolio.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List current prices
         * @description Refreshed every 5 seconds. `created_at` is when the market reported the price.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an asset's price
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.prices.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{symbol}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an asset's price history
         * @description Returns the completed candles that overlap the range, up to 365 days back and at most 10,000. `to` defaults to now, `from` to 100 candles before it; both are rounded to whole candles. A candle that was not recorded is missing.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.prices.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking pools
         * @description Rewards are simple interest per second. Governance may change rate, bounds and `active`; a new rate applies from its change on. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.pools.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/pools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a staking pool
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.pools.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking positions
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.positions.list"];
        put?: never;
        /**
         * Stake
         * @description Locks an amount in the caller's wallet. An account can have 1,000 open positions. Fails with `REWARDS_NOT_FUNDED` unless the rewards of all stakes, this one included, are funded for 365 days, and with `ACCOUNT_IN_DEBT` if the caller owes money.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.staking.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a staking position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a position's rewards
         * @description Pays the accrued rewards. Without any, `claimed` is `0`, `transaction_hash` is null and `id` is the position's. If the rewards account is short, it pays the available part and owes the rest.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.staking.positions.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/compounding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn compounding on or off
         * @description While it is on, accrued rewards are added to the stake every 24 hours from now, and locked with it. Missed days are made up one after another. Rewards beyond the pool's `max_stake` or the rewards account stay in `pending_rewards`; so do all of them while the pool is not `active`, the rewards are not funded for 365 days, or the account owes money.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        put: operations["public.staking.positions.compounding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/unstake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a stake
         * @description Withdraws a part or all of a stake immediately. Before `unlocks_at` it fails with `POSITION_LOCKED` unless `force_early` is set: then 10 % of the amount, rounded up, go to the treasury. During a vote that counts the lock it always fails (`STAKE_IS_VOTING`). Withdrawing everything also pays the rewards; an amount that the rewards account cannot pay can be claimed later.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["public.staking.positions.unstake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking rewards
         * @description Returns every payment, and for each pool its earned, paid and owed rewards.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.rewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the sandbox's clock
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.test.clock"];
        put?: never;
        /**
         * Move the sandbox's clock forward
         * @description Moves the clock forward by at most two years. Everything that falls due is executed at its time and in order: proposals begin, end and are executed, stakes unlock. If that takes long, `status` is `advancing`, and the rest completes within minutes. Rate limits, idempotency keys, signatures, webhooks and prices follow the platform's time.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it acts on a sandbox.
         */
        post: operations["public.test.advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a wallet of the sandbox
         * @description Creates test money. A missing wallet of the asset is opened.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it acts on a sandbox.
         */
        post: operations["public.test.faucet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the sandbox
         * @description Starts a new sandbox with empty wallets, fresh pools and the platform's time. Ids of the previous sandbox are 404 from then on. Idempotency keys are not reset.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it acts on a sandbox.
         */
        post: operations["public.test.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money to another user
         * @description Sends money to a wallet of the same asset, or to a user's verified email address; a missing wallet is opened. The transfer completes at once or fails. For any problem with the recipient the error is `RECIPIENT_UNKNOWN`; an account can try 30 addresses an hour. The recipient's debt is repaid first. There is no fee. Live transfers count against the limits of the sender's level. In test mode it pays test receivers (see the guide to test mode). The request must be signed.
         *
         *     In `/v2` a transfer can have 2 to 10 `splits`: each an amount, a percentage of the total, or the rest. Either all parts are paid or none, and they add up exactly: percentages are rounded by largest remainder. An error names the part in `details.index`. Parts of one recipient are paid together.
         *
         *     In the 24 hours after a reset of the password or a change of the email address, a new recipient needs a proof by a passkey, authenticator or recovery code that the account had before, for any amount; an API key needs no proof if the account had one. Otherwise 403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.transfers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a transfer
         * @description Returns a transfer that the caller sent or received. Of the other side it shows the name only.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.transfers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallets
         * @description Returns the caller's wallets with their worth: one per asset, at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.list"];
        put?: never;
        /**
         * Open a wallet
         * @description Opens an empty wallet: one per asset, at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        post: operations["public.wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet's deposit address
         * @description Returns the IBAN of a euro wallet, or an address of the asset's network. It belongs to the wallet and never changes. Dollar wallets have none (`NO_DEPOSIT_ADDRESS`): fund them by card, by swap or from another user. In test mode the address belongs to no bank, or to the chain's test network.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.deposit-address"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a wallet's transactions
         * @description Returns completed movements, with the available balance after each, and pending ones. A withdrawal is one transaction from the request on, with its current status; `source` is its id.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a wallet
         * @description Sends euros to a bank account of the SEPA area, and other assets to an address of their network. Dollars cannot be withdrawn (`ASSET_NOT_WITHDRAWABLE`). Amount and fee are held at first (`pending`), and leave once it is paid (`completed`). If it is not paid, or a bank returns it, both are in the wallet again (`failed`). Each step is an event. The fee is fixed per asset and defaults to none. Live withdrawals count against the limits of the account's level. In test mode nothing is paid: the destination decides the outcome, by the sandbox's clock (see the guide to test mode). The request must be signed.
         *
         *     In the 24 hours after a reset of the password or a change of the email address, a new recipient needs a proof by a passkey, authenticator or recovery code that the account had before, for any amount; an API key needs no proof if the account had one. Otherwise 403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them. Every destination counts as new.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.wallets.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the caller's events of the last 30 days, with or without a webhook. If you filter, a page may be short or empty and still have a next one.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.events.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trading pairs
         * @description Pairs without liquidity are listed with zeros. Figures of the last 24 hours are rolling and up to 3 seconds old. A token without a known price counts as worthless. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.pairs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/pairs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a trading pair
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.pairs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/pairs/{id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a pair's trades
         * @description Returns the swaps through the pair's pool of the last 30 days, without their owners. A swap through several pools is a trade in each.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.pairs.trades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List liquidity positions
         * @description Returns the caller's open positions, at most one per pair.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.positions.list"];
        put?: never;
        /**
         * Provide liquidity
         * @description Opens the position or adds to it. The pool takes one amount in full and the fitting part of the other. If that part is below amount / (1 + slippage / 100), the request fails with `IMBALANCED_AMOUNTS`, and the details name the amounts that fit.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.exchange.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/positions/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove liquidity
         * @description Exchanges shares for their part of the pool, fees included. Fails with `SLIPPAGE_EXCEEDED` if one amount is below its minimum, and with `INSUFFICIENT_BALANCE` for shares in a farm: withdraw them first. A position without shares is closed and no longer listed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.exchange.positions.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a swap
         * @description Give either `amount_in` or `amount_out`. The best route leads through at most three pools. A quote reserves nothing and is not stored: protect the swap by `min_amount_out` or `max_amount_in`.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.quotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/swaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap
         * @description Give `amount_in` and `min_amount_out` for an exact input, or `amount_out` and `max_amount_in` for an exact output, to the base unit. The swap is one entry through at most three pools, all or nothing. It fails with `SLIPPAGE_EXCEEDED` beyond the bound, and with `QUOTE_EXPIRED` after `deadline`. A missing wallet of `asset_out` is opened. A caller in debt can only swap into the asset owed; the output repays the debt first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.exchange.swaps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/exchange/swaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a swap
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.exchange.swaps.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farms
         * @description Farms take shares of a pool and distribute an emission per second. Governance creates, funds and ends them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.farms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/farms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farm
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.farms.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farming positions
         * @description Returns the caller's positions with shares or rewards, at most one per farm.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.positions.list"];
        put?: never;
        /**
         * Farm shares
         * @description Stakes shares of the caller's liquidity position in a farm, in addition to those already there. They earn from this second on, and cannot be removed from the pool while they are farmed. Fails with `INSUFFICIENT_BALANCE` if there are fewer free shares.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.farming.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farming position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.farming.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions/{id}/harvest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Harvest a position's rewards
         * @description Pays the rewards to the wallet of the platform's token, which is opened if it is missing. Without rewards `rewards_paid` is `0` and `transaction_hash` null.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.farming.positions.harvest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/farming/positions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw shares from a farm
         * @description Withdraws `shares` immediately; their rewards remain to be harvested. Without `shares`, withdraws all of them and pays the rewards in the same entry.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.farming.positions.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Delegate voting power
         * @description Delegates all voting power except stake multipliers to one account. Send `null` or your own address to take it back. Applies to votes whose snapshot is not before this moment. An account has at most 1,000 delegators (`DELEGATOR_LIMIT_REACHED`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        put: operations["v2.public.governance.delegation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals
         * @description `status` filters by the status at the time of the request.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.governance.proposals.list"];
        put?: never;
        /**
         * Create a proposal
         * @description Requires a voting power of 1,000,000. Voting begins after 2 days and lasts 7; the quorum is 4 % of the supply; a timelock of 2 days follows. Governance may change these figures. 0 to 10 actions `{target, value, signature, calldata}`; without any it is a signalling proposal. At most 100 proposals in 24 hours. The targets:
         *
         *     - treasury `0xB7E039a82f30056fe09afB96a74D353455b39fE8`: `transfer(address,string,uint256)` - recipient (an account's address), symbol of an asset, amount in its base units. Opens the recipient's wallet if it does not exist. `redeemShares(string,uint256,uint256,uint256)` - a pair's id (`BTC-USDC`), the number of the treasury's shares of its pool to redeem, and the minimum of token0 and of token1 to receive at execution, all in base units; the tokens go to the treasury. `fundRewards(uint256)` - base units of the platform's token for the account that pays staking rewards.
         *     - exchange `0x3c78610499be4a5C7354c07C62360BA9c764A0Af`: `setFee(uint256)` - swap fee in hundredths of a percent, 0 to 100.
         *     - staking `0xf116b03A61108493F9a931795571B00f58352598`: `setPool(string,uint256,uint256,uint256,bool)` - pool, APY in hundredths of a percent (0 to 10000), minimum and maximum of one stake in base units, whether the pool accepts new stakes.
         *     - farming `0x9da52526A56E57AaB6fa1b1d48d25ABbb5c45763`: `createFarm(string,string,uint256,uint256)` - the new farm's id, a pair's id, the duration of its emissions in seconds (1 day to 4 years), and the first reward in base units from the treasury, or 0. `fundFarm(string,uint256)` - farm, reward from the treasury: a new period begins, which also emits the rest of the current one. `endFarm(string)` - ends its emission: unearned rewards return to the treasury, shares can still be withdrawn. `setFarmDuration(string,uint256)` - farm, duration of its next emissions in seconds. The current emission must be over.
         *     - governance `0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39`: `setParameters(uint256,uint256,uint256,uint256,uint256)` - threshold in base units (1,000 to 50,000,000 tokens), quorum in hundredths of a percent (100 to 2000), voting delay (1 hour to 14 days), voting period (1 to 30 days) and timelock (2 to 30 days) in seconds. Applies to proposals created afterwards.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        post: operations["v2.public.governance.proposals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a proposal
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.governance.proposals.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/proposals/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vote on a proposal
         * @description Votes once, with the caller's voting power at `snapshot_at`. A stake's multiplier counts if the stake is still locked until after voting ends, and keeps it locked until then. Tokens in the exchange's pools and in farms carry no votes. A vote is final.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        post: operations["v2.public.governance.proposals.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/governance/voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the caller's voting power
         * @description If `delegated_to` names another account, the caller's own power counts there, and `total_power` is only `delegated_power`. Tokens in the exchange's pools and in farms carry no votes: reserves change with every swap, so they could vote twice.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.governance.voting-power"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List holds
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.holds.list"];
        put?: never;
        /**
         * Hold money of a wallet
         * @description Reserves money of a wallet until it is captured or released, or the hold expires. A wallet has at most 50 open holds; a hold expires within 90 days.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.holds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a hold
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.holds.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a hold to a wallet
         * @description Pays the rest of a hold, or a part of it, to another wallet of the same asset. The rules of transfers apply: the recipient's debt is repaid first, live payments count against the limits of the sender's level, and a sender in debt cannot pay. Not possible from `expires_at` on. In test mode it pays test receivers (see the guide to test mode). The request must be signed.
         *
         *     In the 24 hours after a reset of the password or a change of the email address, a new recipient needs a proof by a passkey, authenticator or recovery code that the account had before, for any amount; an API key needs no proof if the account had one. Otherwise 403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.holds.capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/holds/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a hold
         * @description Makes the rest of the hold available again. A debt of the owner in the asset is repaid from it first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.holds.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the portfolio
         * @description Returns everything the caller owns at current prices, each worth rounded down to cents: wallets (including `staked`), the exchange's pools, and farms. The percentages of `allocation` add up to 100. `change_24h` compares with the worth of the same assets 24 hours ago. An asset without a known price counts as worthless.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.portfolio.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/price-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for live prices
         * @description Your server creates a ticket with its API key and passes it to a browser, which cannot send headers with a WebSocket: `/ws/prices?ticket=…`. A ticket opens one connection within 60 seconds, from any address. The connection counts for the API key. Every request creates another ticket.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.price-tickets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List current prices
         * @description Refreshed every 5 seconds. `created_at` is when the market reported the price.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/prices/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an asset's price
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.prices.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/prices/{symbol}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an asset's price history
         * @description Returns the completed candles that overlap the range, up to 365 days back and at most 10,000. `to` defaults to now, `from` to 100 candles before it; both are rounded to whole candles. A candle that was not recorded is missing.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.prices.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking pools
         * @description Rewards are simple interest per second. Governance may change rate, bounds and `active`; a new rate applies from its change on. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.staking.pools.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/pools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a staking pool
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.staking.pools.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking positions
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.staking.positions.list"];
        put?: never;
        /**
         * Stake
         * @description Locks an amount in the caller's wallet. An account can have 1,000 open positions. Fails with `REWARDS_NOT_FUNDED` unless the rewards of all stakes, this one included, are funded for 365 days, and with `ACCOUNT_IN_DEBT` if the caller owes money.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.staking.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a staking position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.staking.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a position's rewards
         * @description Pays the accrued rewards. Without any, `claimed` is `0`, `transaction_hash` is null and `id` is the position's. If the rewards account is short, it pays the available part and owes the rest.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.staking.positions.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}/compounding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn compounding on or off
         * @description While it is on, accrued rewards are added to the stake every 24 hours from now, and locked with it. Missed days are made up one after another. Rewards beyond the pool's `max_stake` or the rewards account stay in `pending_rewards`; so do all of them while the pool is not `active`, the rewards are not funded for 365 days, or the account owes money.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        put: operations["v2.public.staking.positions.compounding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/positions/{id}/unstake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a stake
         * @description Withdraws a part or all of a stake immediately. Before `unlocks_at` it fails with `POSITION_LOCKED` unless `force_early` is set: then 10 % of the amount, rounded up, go to the treasury. During a vote that counts the lock it always fails (`STAKE_IS_VOTING`). Withdrawing everything also pays the rewards; an amount that the rewards account cannot pay can be claimed later.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: the money stays in the caller's accounts.
         */
        post: operations["v2.public.staking.positions.unstake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staking/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking rewards
         * @description Returns every payment, and for each pool its earned, paid and owed rewards.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.staking.rewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the sandbox's clock
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.test.clock"];
        put?: never;
        /**
         * Move the sandbox's clock forward
         * @description Moves the clock forward by at most two years. Everything that falls due is executed at its time and in order: proposals begin, end and are executed, stakes unlock. If that takes long, `status` is `advancing`, and the rest completes within minutes. Rate limits, idempotency keys, signatures, webhooks and prices follow the platform's time.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it acts on a sandbox.
         */
        post: operations["v2.public.test.advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/test/faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a wallet of the sandbox
         * @description Creates test money. A missing wallet of the asset is opened.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it acts on a sandbox.
         */
        post: operations["v2.public.test.faucet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/test/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the sandbox
         * @description Starts a new sandbox with empty wallets, fresh pools and the platform's time. Ids of the previous sandbox are 404 from then on. Idempotency keys are not reset.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it acts on a sandbox.
         */
        post: operations["v2.public.test.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money to another user
         * @description Sends money to a wallet of the same asset, or to a user's verified email address; a missing wallet is opened. The transfer completes at once or fails. For any problem with the recipient the error is `RECIPIENT_UNKNOWN`; an account can try 30 addresses an hour. The recipient's debt is repaid first. There is no fee. Live transfers count against the limits of the sender's level. In test mode it pays test receivers (see the guide to test mode). The request must be signed.
         *
         *     In `/v2` a transfer can have 2 to 10 `splits`: each an amount, a percentage of the total, or the rest. Either all parts are paid or none, and they add up exactly: percentages are rounded by largest remainder. An error names the part in `details.index`. Parts of one recipient are paid together.
         *
         *     In the 24 hours after a reset of the password or a change of the email address, a new recipient needs a proof by a passkey, authenticator or recovery code that the account had before, for any amount; an API key needs no proof if the account had one. Otherwise 403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.transfers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a transfer
         * @description Returns a transfer that the caller sent or received. Of the other side it shows the name only.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.transfers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallets
         * @description Returns the caller's wallets with their worth: one per asset, at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.wallets.list"];
        put?: never;
        /**
         * Open a wallet
         * @description Opens an empty wallet: one per asset, at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         *
         *     Needs no recent proof of who acts: it moves no money.
         */
        post: operations["v2.public.wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.wallets.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet's balance with its holds
         * @description Returns the current balance with its holds, or with `at` only the balance at a past instant, including entries of that millisecond. A past balance is final after one minute.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.balances.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet's deposit address
         * @description Returns the IBAN of a euro wallet, or an address of the asset's network. It belongs to the wallet and never changes. Dollar wallets have none (`NO_DEPOSIT_ADDRESS`): fund them by card, by swap or from another user. In test mode the address belongs to no bank, or to the chain's test network.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.wallets.deposit-address"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet's verifiable statement
         * @description Returns the movements of the wallet from `from` (inclusive) to `to` (exclusive, defaults to now), oldest first, with the balances before and after. It is final one minute after `to`.
         *
         *     The lines form a hash chain. The `hash` of a line is `0x` and the hex SHA-256 of this JSON array of strings, without spaces: `["svc.ledger.line/1", wallet, sequence, entry, entry_hash, ledger_type, available_change, locked_change, available, locked, created_at, previous_hash]`, amounts by their `value`. `previous_hash` is the `hash` of the line before, for a wallet's first line `0x` and 64 zeros. `entry_hash` covers the whole entry, including the parts of other users. The wallet's id ends with its asset, so the hash covers the asset; `amount` and `balance` are sums of covered values. `type` and `counterparty` are not covered.
         *
         *     The statement begins with `opening` and each page with `page_opening`, which are the same on the first page. The client's `verifyStatement` verifies one page, or all pages in order.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.statements.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a wallet's transactions
         * @description Returns completed movements, with the available balance after each, and pending ones. A withdrawal is one transaction from the request on, with its current status; `source` is its id.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["v2.public.wallets.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/wallets/{id}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a wallet
         * @description Sends euros to a bank account of the SEPA area, and other assets to an address of their network. Dollars cannot be withdrawn (`ASSET_NOT_WITHDRAWABLE`). Amount and fee are held at first (`pending`), and leave once it is paid (`completed`). If it is not paid, or a bank returns it, both are in the wallet again (`failed`). Each step is an event. The fee is fixed per asset and defaults to none. Live withdrawals count against the limits of the account's level. In test mode nothing is paid: the destination decides the outcome, by the sandbox's clock (see the guide to test mode). The request must be signed.
         *
         *     In the 24 hours after a reset of the password or a change of the email address, a new recipient needs a proof by a passkey, authenticator or recovery code that the account had before, for any amount; an API key needs no proof if the account had one. Otherwise 403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them. Every destination counts as new.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["v2.public.wallets.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Allocation: {
            /**
             * Format: decimal
             * @description In wallets, pools and farms together
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Of the total; all together 100.00 */
            percent: string;
            value: components["schemas"]["Worth"];
        };
        Candle: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            close: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            open: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            start: string;
            /**
             * @description Volume in US dollars; 0 if it is unknown
             * @example 90123.45
             */
            volume: string;
        };
        CardAuthorizationEvent: {
            /**
             * Format: decimal
             * @description The amount that the merchant requests, or may take
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description The amount taken so far
             * @example 12.5
             */
            captured_amount: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            card: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string|null} */
            decline_reason: "card_frozen" | "card_inactive" | "card_canceled" | "account_blocked" | "account_in_debt" | "insufficient_funds" | "online_payments_off" | "contactless_off" | "atm_withdrawals_off" | "abroad_off" | "transaction_limit" | "daily_limit" | "monthly_limit" | "identity_limit" | "currency" | "busy" | "provider" | null;
            /** @example iauth_1MzFMzK8F4fqH0lBmFq8CjbU */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @example Rocket Rides */
            merchant: string;
            /** @enum {string} */
            object: "card_authorization";
            /** @enum {string} */
            status: "pending" | "closed" | "reversed" | "expired" | "declined";
        };
        CardEvent: {
            /** @example visa */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "card";
            /** @enum {string} */
            status: "requested" | "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
            /**
             * @description The wallet that pays
             * @example wal_01jd0000000000000000000000_eur
             */
            wallet: string;
        };
        Delegation: {
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Null if the power is not delegated
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            /** @description How many accounts have delegated to the caller */
            delegators: number;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "delegation";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string | null;
        };
        DepositAddress: {
            /**
             * @description An IBAN, or an address of the network. It belongs to the wallet and never changes
             * @example FR7699999000010A1B2C3D4E542
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description To be sent with the deposit; null if none is needed */
            memo: string | null;
            /** @example sepa */
            network: string;
            /** @enum {string} */
            object: "deposit_address";
        };
        DetailedPrice: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_high: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_high_at: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_low: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_low_at: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Bitcoin */
            btc: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_1h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_30d: string;
            /** @description Whole units of the asset; 0 if there is no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Ether */
            eth: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            fully_diluted_valuation: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            /** @description Whole units of the asset; 0 if there is no such figure */
            max_supply: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /** @description Whole units of the asset; 0 if there is no such figure */
            total_supply: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
            /**
             * @description Percent, compared with the 24 hours before
             * @example -1.25
             */
            volume_change_24h: string;
        };
        DisputeEvent: {
            /**
             * Format: decimal
             * @description The disputed part of the payment
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example du_1MtJUT2eZvKYlo2CNaw2HvEv */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "dispute";
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            payment: string;
            /**
             * Format: decimal
             * @description The part that it has returned
             * @example 12.5
             */
            returned_amount: string;
            /**
             * @description The provider's status: `needs_response`, `under_review`, `won`, `lost`; for an inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`
             * @example needs_response
             */
            status: string;
            /**
             * Format: decimal
             * @description The part that the bank has taken back so far
             * @example 12.5
             */
            taken_amount: string;
        };
        Farm: {
            /**
             * @description Percent: a year, emission by worth of the pool: the least that a share earns
             * @example 12.50
             */
            apr_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Current emission per second, for all shares together
             * @example 12.5
             */
            emission_per_second: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farm";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: date-time
             * @description End of the funded emission
             * @example 2026-11-21T09:30:00.000Z
             */
            period_ends_at: string | null;
            /** @description Duration of an emission that is funded now */
            period_seconds: number;
            /**
             * @description US dollars: worth of the whole pool
             * @example 1250.00
             */
            pool_tvl_usd: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Upper bound of the earned and unharvested rewards of all positions
             * @example 12.5
             */
            rewards_owed: string;
            /**
             * Format: decimal
             * @description Funded and not emitted yet
             * @example 12.5
             */
            rewards_to_come: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * @description Percent: a year, emission by worth of the farm; null if it is empty
             * @example 12.50
             */
            staked_apr_percent: string | null;
            /**
             * Format: decimal
             * @description All shares in the farm
             * @example 12.5
             */
            staked_shares: string;
            /**
             * @description `active`: emits rewards; `finished`: emits none until it is funded again; `ended` by governance: takes no shares
             * @enum {string}
             */
            status: "active" | "finished" | "ended";
            /**
             * @description US dollars: worth of the shares in the farm
             * @example 1250.00
             */
            tvl_usd: string;
        };
        FarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested so far
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned until now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares in the farm, which are locked in the pool
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
        };
        FarmingPositionEvent: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            farm: string;
            /**
             * Format: decimal
             * @description Amount paid
             * @example 12.5
             */
            harvested: string;
            /** @example frp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * @description Shares added or removed
             * @example 1.5
             */
            moved: string;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description Farmed pool shares after it
             * @example 1.5
             */
            shares: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        FaucetGrant: {
            /**
             * Format: decimal
             * @description Amount created
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "faucet_grant";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        HarvestedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested so far
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned until now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Rewards paid to the wallet
             * @example 12.5
             */
            rewards_paid: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares in the farm, which are locked in the pool
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger entry; null if nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
        };
        KycEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example usr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @enum {string} */
            kind: "KYC" | "KYB";
            level: number;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "kyc";
            /** @enum {string} */
            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
        };
        LiquidityPosition: {
            /**
             * Format: decimal
             * @description Base paid out if all shares were removed now
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description Base deposited for the remaining shares
             * @example 12.5
             */
            base_deposited: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Shares staked in farms, which cannot be removed
             * @example 12.5
             */
            farmed_shares: string;
            /**
             * @description US dollars: the part of `value_usd` that swap fees earned
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Quote paid out if all shares were removed now
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description Quote deposited for the remaining shares
             * @example 12.5
             */
            quote_deposited: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares of the pool; 0 if the position is closed
             * @example 12.5
             */
            shares: string;
            /**
             * @description US dollars: proceeds if all shares were removed now; `0.00` if no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        LiquidityPositionEvent: {
            /**
             * Format: decimal
             * @description Base added or removed
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /** @example BTC-USDC */
            pair: string;
            /**
             * Format: decimal
             * @description Quote added or removed
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description The position's shares after it
             * @example 12.5
             */
            shares: string;
            /**
             * Format: decimal
             * @description Shares added or removed
             * @example 12.5
             */
            shares_moved: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        LiquidityRemoval: {
            /**
             * Format: decimal
             * @description Base paid out of the pool
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_removal";
            /** @description The position after the removal */
            position: components["schemas"]["LiquidityPosition"];
            /**
             * Format: decimal
             * @description Quote paid out of the pool
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares returned
             * @example 12.5
             */
            shares: string;
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        NewLiquidity: {
            /**
             * Format: decimal
             * @description Base paid out if all shares were removed now
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description Base deposited for the remaining shares
             * @example 12.5
             */
            base_deposited: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Shares staked in farms, which cannot be removed
             * @example 12.5
             */
            farmed_shares: string;
            /**
             * @description US dollars: the part of `value_usd` that swap fees earned
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Percent: the position's part of the pool
             * @example 0.5
             */
            pool_share_percent: string;
            /**
             * Format: decimal
             * @description Quote paid out if all shares were removed now
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description Quote deposited for the remaining shares
             * @example 12.5
             */
            quote_deposited: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares of the pool; 0 if the position is closed
             * @example 12.5
             */
            shares: string;
            /**
             * Format: decimal
             * @description New shares
             * @example 12.5
             */
            shares_received: string;
            /** @description Hash of the ledger entry */
            transaction_hash: string;
            /**
             * @description US dollars: proceeds if all shares were removed now; `0.00` if no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        NewStakingPosition: {
            /**
             * Format: decimal
             * @description Current stake, with compounded rewards
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether rewards are added to the stake daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description The next compounding
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description Accrued until now, neither paid nor compounded
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Changes to `flexible` within a minute of `unlocks_at`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once the whole stake is withdrawn
             * @enum {string}
             */
            status: "active" | "completed";
            /** @description Hash of the ledger entry */
            transaction_hash: string;
            /**
             * Format: date-time
             * @description From when on it can be withdrawn without a penalty; null if it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /**
             * Format: decimal
             * @description `amount` times the pool's multiplier
             * @example 12.5
             */
            voting_power: string;
        };
        OrderEvent: {
            /**
             * Format: decimal
             * @description Amount paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /** @example ord_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "order";
            /** @enum {string} */
            status: "paid";
        };
        Pair: {
            /**
             * @description Percent: yearly yield of the fees of the last 24 hours for liquidity providers
             * @example 0.5
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description Base in the pool
             * @example 12.5
             */
            base_reserve: string;
            /**
             * @description Percent: change of the price in the last 24 hours
             * @example 0.5
             */
            change_24h_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "pair";
            /**
             * @description Quote for one base; `0` if the pool is empty
             * @example 64250.12
             */
            price: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description Quote in the pool
             * @example 12.5
             */
            quote_reserve: string;
            /**
             * @description US dollars: worth of the pool
             * @example 1250.00
             */
            tvl_usd: string;
            /**
             * @description US dollars: volume of the last 24 hours
             * @example 1250.00
             */
            volume_24h_usd: string;
        };
        PaymentEvent: {
            /**
             * Format: decimal
             * @description Amount paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether you received or made it
             * @enum {string}
             */
            direction: "in" | "out";
            failure_reason: string | null;
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @example mer_01jd3v8y2m9t4k6q0s5w7x1z3b */
            merchant: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            /** @enum {string} */
            object: "payment";
            /**
             * Format: decimal
             * @description The part refunded so far
             * @example 12.5
             */
            refunded_amount: string;
            /**
             * @description `refunded`: in full
             * @enum {string}
             */
            status: "succeeded" | "failed" | "refunded";
        };
        PoolRewards: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description The compounded part of `paid`
             * @example 12.5
             */
            compounded: string;
            /**
             * Format: decimal
             * @description `paid` and `pending` together
             * @example 12.5
             */
            earned: string;
            /**
             * Format: decimal
             * @description Claimed, paid on unstaking, or compounded
             * @example 12.5
             */
            paid: string;
            /**
             * Format: decimal
             * @description Accrued until now and not paid
             * @example 12.5
             */
            pending: string;
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
        };
        Portfolio: {
            allocation: components["schemas"]["Allocation"][];
            change_24h: {
                percent: string;
                /** @description US dollars; negative after a loss */
                usd: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Pool shares in farms */
            farmed: components["schemas"]["Worth"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "portfolio";
            /** @description Pool shares outside farms */
            pooled: components["schemas"]["Worth"];
            /** @description Staked: a part of `wallets` */
            staked: components["schemas"]["Worth"];
            total: components["schemas"]["Worth"];
            /** @description In wallets, including staked and held money */
            wallets: components["schemas"]["Worth"];
        };
        Price: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /** @description Whole units of the asset; 0 if there is no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
        };
        PriceHistory: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Oldest first */
            data: components["schemas"]["Candle"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            id: string;
            /** @enum {string} */
            interval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "price_history";
            /**
             * Format: date-time
             * @description Exclusive
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
        };
        Proposal: {
            /**
             * Format: decimal
             * @description Voting power: abstentions
             * @example 12.5
             */
            abstain_votes: string;
            /**
             * Format: decimal
             * @description Voting power: votes against it
             * @example 12.5
             */
            against_votes: string;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The earliest execution, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why the last attempt to execute it failed */
            execution_error: string | null;
            /**
             * Format: decimal
             * @description Voting power: votes for it
             * @example 12.5
             */
            for_votes: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /**
             * Format: decimal
             * @description Voting power: quorum, for votes for it and abstentions together
             * @example 12.5
             */
            quorum_votes: string;
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description The status at the time of the request
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        ProposalWithActions: {
            /**
             * Format: decimal
             * @description Voting power: abstentions
             * @example 12.5
             */
            abstain_votes: string;
            actions: {
                calldata: string;
                signature: string;
                target: string;
                value: string;
            }[];
            /**
             * Format: decimal
             * @description Voting power: votes against it
             * @example 12.5
             */
            against_votes: string;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The earliest execution, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why the last attempt to execute it failed */
            execution_error: string | null;
            /**
             * Format: decimal
             * @description Voting power: votes for it
             * @example 12.5
             */
            for_votes: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /**
             * Format: decimal
             * @description Voting power: quorum, for votes for it and abstentions together
             * @example 12.5
             */
            quorum_votes: string;
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description The status at the time of the request
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        publicError: {
            error: {
                code: string;
                details: Record<string, never>;
                message: string;
                request_id: string;
            };
        };
        PublicTransaction: components["schemas"]["Transaction"];
        Quote: {
            /**
             * Format: decimal
             * @description Amount sold
             * @example 12.5
             */
            amount_in: string;
            /**
             * Format: decimal
             * @description Amount received
             * @example 12.5
             */
            amount_out: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description 30 seconds from now: use it as the swap's `deadline`
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /**
             * Format: decimal
             * @description The exact fee of all pools on the route, in `asset_in`; part of `amount_in`
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * Format: decimal
             * @description The most input within the tolerance; only for a quote by `amount_out`
             * @example 12.5
             */
            max_amount_in: string | null;
            /**
             * Format: decimal
             * @description The least output within the tolerance: the `min_amount_out` of a swap
             * @example 12.5
             */
            min_amount_out: string;
            /** @enum {string} */
            object: "quote";
            /**
             * @description Percent: how much less you get than at the price before, fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
        };
        RewardClaim: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description Rewards paid to the wallet
             * @example 12.5
             */
            claimed: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "reward_claim";
            /**
             * Format: decimal
             * @description Still owed: 0 unless the rewards account was short
             * @example 12.5
             */
            pending_rewards: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description Null if there was nothing to pay */
            transaction_hash: string | null;
        };
        StakedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested so far
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned until now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares in the farm, which are locked in the pool
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger entry; null if nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
        };
        StakingPool: {
            /** @description Whether it accepts new stakes */
            active: boolean;
            /**
             * @description Simple interest in percent a year
             * @example 15
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description 0 if stakes can be withdrawn at any time */
            lock_days: number;
            /**
             * Format: decimal
             * @description Maximum of one stake
             * @example 12.5
             */
            max_stake: string;
            /**
             * Format: decimal
             * @description Minimum of one stake
             * @example 12.5
             */
            min_stake: string;
            name: string;
            /** @enum {string} */
            object: "staking_pool";
            /**
             * Format: date-time
             * @description Until when the rewards of all stakes are funded, for all pools together; null without a foreseeable end
             * @example 2026-11-21T09:30:00.000Z
             */
            rewards_funded_until: string | null;
            /**
             * Format: decimal
             * @description Staked in the pool
             * @example 12.5
             */
            staked: string;
            /** @example 1.5 */
            voting_multiplier: string;
        };
        StakingPosition: {
            /**
             * Format: decimal
             * @description Current stake, with compounded rewards
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether rewards are added to the stake daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description The next compounding
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description Accrued until now, neither paid nor compounded
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Changes to `flexible` within a minute of `unlocks_at`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once the whole stake is withdrawn
             * @enum {string}
             */
            status: "active" | "completed";
            /**
             * Format: date-time
             * @description From when on it can be withdrawn without a penalty; null if it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /**
             * Format: decimal
             * @description `amount` times the pool's multiplier
             * @example 12.5
             */
            voting_power: string;
        };
        StakingPositionEvent: {
            /**
             * Format: decimal
             * @description Stake after it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            compounding: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * Format: decimal
             * @description Amount staked, withdrawn, claimed or compounded; 0 if only a lock has ended
             * @example 12.5
             */
            moved: string;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description The part paid to the treasury
             * @example 12.5
             */
            penalty: string;
            /**
             * Format: decimal
             * @description Rewards accrued and not paid after it
             * @example 12.5
             */
            pending_rewards: string;
            /** @example locked-90 */
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
        };
        StakingReward: {
            /**
             * Format: decimal
             * @description Amount paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /**
             * @description `claimed`; `unstaked`: paid with the last part of a position; `compounded`: added to the stake
             * @enum {string}
             */
            kind: "claimed" | "unstaked" | "compounded";
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_reward";
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        Swap: {
            /**
             * Format: decimal
             * @description Amount sold
             * @example 12.5
             */
            amount_in: string;
            /**
             * Format: decimal
             * @description Amount received
             * @example 12.5
             */
            amount_out: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description The exact fee of all pools on the route, in `asset_in`; part of `amount_in`
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "swap";
            /**
             * @description Percent: how much less you get than at the price before, fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        TestClock: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's id, which changes with a reset
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * Format: date-time
             * @description The time of the sandbox
             * @example 2026-11-21T09:30:00.000Z
             */
            now: string;
            /** @enum {string} */
            object: "test_clock";
            /** @description How far it is ahead of the platform's time */
            offset_seconds: number;
            /**
             * @description `advancing` while due operations are executed in the order of their times
             * @enum {string}
             */
            status: "ready" | "advancing";
        };
        TestSandbox: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's id, which changes with a reset
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "test_sandbox";
        };
        Trade: {
            /**
             * Format: decimal
             * @description Base that went in or out
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "trade";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Quote for one base
             * @example 64250.12
             */
            price: string;
            /**
             * Format: decimal
             * @description Quote that went out or in
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description `buy`: quote for base; `sell`: base for quote
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        Transaction: {
            /**
             * Format: decimal
             * @description Gained or lost by the wallet; held, while it is pending
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description Available balance after it; null if it is not booked
             * @example 12.5
             */
            balance: string | null;
            /** @description The other side, by its name at the time. A user's name; the masked email address (`a***@example.com`) if the name contains a domain or words of the platform's staff and the identity is not verified */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Written by a user; null if the type says everything */
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            /**
             * Format: decimal
             * @description The platform's fee
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "transaction";
            /** @description The id of the withdrawal, transfer, payment or hold behind it */
            source: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            wallet: string | null;
        };
        Transfer: {
            /**
             * Format: decimal
             * @description Decimal string, in whole units of its asset
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description The other side, by its name at the time. A user's name; the masked email address (`a***@example.com`) if the name contains a domain or words of the platform's staff and the identity is not verified */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether the caller received or sent it
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description The sender's wallet; null for the recipient */
            from_wallet: string | null;
            /** @description The captured hold that it was paid from; only for its sender */
            hold: string | null;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "transfer";
            /** @description The parts of a transfer to several recipients; only for its sender */
            splits: components["schemas"]["TransferPart"][] | null;
            /** @enum {string} */
            status: "completed";
            /** @description The recipient's wallet; null for the sender of a transfer to an email address */
            to_wallet: string | null;
        };
        TransferPart: {
            /**
             * Format: decimal
             * @description Decimal string, in whole units of its asset
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            counterparty: string | null;
            /** @description Null if it was sent to an email address */
            to_wallet: string | null;
        };
        Unstake: {
            /**
             * Format: decimal
             * @description Amount taken out of the position
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "unstake";
            /**
             * Format: decimal
             * @description The part of `amount` paid to the treasury
             * @example 12.5
             */
            penalty: string;
            position: components["schemas"]["StakingPosition"];
            /**
             * Format: decimal
             * @description `amount` less `penalty`, paid to the wallet
             * @example 12.5
             */
            received: string;
            /**
             * Format: decimal
             * @description Rewards paid to the wallet in addition
             * @example 12.5
             */
            rewards_paid: string;
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        V2Allocation: {
            /** @description In wallets, pools and farms together */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Of the total; all together 100.00 */
            percent: string;
            value: components["schemas"]["V2Worth"];
        };
        V2Amount: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Decimal string, in whole units; negative only if the field says so */
            value: string;
        };
        V2Balance: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description The instant of the balance
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /** @description Can be sent, swapped, staked, held or withdrawn */
            available: components["schemas"]["V2Amount"];
            /** @description Available and locked */
            balance: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The open holds, oldest first; null for a past instant */
            holds: components["schemas"]["V2Hold"][] | null;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description Staked, farmed, or held */
            locked: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "balance";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2Candle: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            close: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            open: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            start: string;
            /**
             * @description Volume in US dollars; 0 if it is unknown
             * @example 90123.45
             */
            volume: string;
        };
        V2CapturedHold: {
            /** @description Amount held at first */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Amount paid so far */
            captured: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "hold";
            /** @description Amount still held */
            remaining: components["schemas"]["V2Amount"];
            /**
             * @description `captured`: paid in full. `released`, `expired`: the rest is available again, by request or by time
             * @enum {string}
             */
            status: "active" | "captured" | "released" | "expired";
            /** @description The transfer that paid it */
            transfer: string;
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2CardAuthorizationEvent: {
            /** @description The amount that the merchant requests, or may take */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description The amount taken so far */
            captured_amount: components["schemas"]["V2Amount"];
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            card: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string|null} */
            decline_reason: "card_frozen" | "card_inactive" | "card_canceled" | "account_blocked" | "account_in_debt" | "insufficient_funds" | "online_payments_off" | "contactless_off" | "atm_withdrawals_off" | "abroad_off" | "transaction_limit" | "daily_limit" | "monthly_limit" | "identity_limit" | "currency" | "busy" | "provider" | null;
            /** @example iauth_1MzFMzK8F4fqH0lBmFq8CjbU */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @example Rocket Rides */
            merchant: string;
            /** @enum {string} */
            object: "card_authorization";
            /** @enum {string} */
            status: "pending" | "closed" | "reversed" | "expired" | "declined";
        };
        V2CardEvent: {
            /** @example visa */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "card";
            /** @enum {string} */
            status: "requested" | "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
            /**
             * @description The wallet that pays
             * @example wal_01jd0000000000000000000000_eur
             */
            wallet: string;
        };
        V2Delegation: {
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Null if the power is not delegated
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            /** @description How many accounts have delegated to the caller */
            delegators: number;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "delegation";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string | null;
        };
        V2DepositAddress: {
            /**
             * @description An IBAN, or an address of the network. It belongs to the wallet and never changes
             * @example FR7699999000010A1B2C3D4E542
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description To be sent with the deposit; null if none is needed */
            memo: string | null;
            /** @example sepa */
            network: string;
            /** @enum {string} */
            object: "deposit_address";
        };
        V2DetailedPrice: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_high: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_high_at: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_low: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_low_at: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Bitcoin */
            btc: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_1h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_30d: string;
            /** @description Whole units of the asset; 0 if there is no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Ether */
            eth: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            fully_diluted_valuation: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            /** @description Whole units of the asset; 0 if there is no such figure */
            max_supply: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /** @description Whole units of the asset; 0 if there is no such figure */
            total_supply: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
            /**
             * @description Percent, compared with the 24 hours before
             * @example -1.25
             */
            volume_change_24h: string;
        };
        V2DisputeEvent: {
            /** @description The disputed part of the payment */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example du_1MtJUT2eZvKYlo2CNaw2HvEv */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "dispute";
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            payment: string;
            /** @description The part that it has returned */
            returned_amount: components["schemas"]["V2Amount"];
            /**
             * @description The provider's status: `needs_response`, `under_review`, `won`, `lost`; for an inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`
             * @example needs_response
             */
            status: string;
            /** @description The part that the bank has taken back so far */
            taken_amount: components["schemas"]["V2Amount"];
        };
        V2Event: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The object at the time of the event, as a webhook of this version receives it */
            data: {
                [key: string]: unknown;
            };
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "event";
            /** @description Increases with every event of the object, with gaps */
            sequence: number;
            /** @enum {string} */
            type: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
        };
        V2Farm: {
            /**
             * @description Percent: a year, emission by worth of the pool: the least that a share earns
             * @example 12.50
             */
            apr_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Current emission per second, for all shares together */
            emission_per_second: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farm";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: date-time
             * @description End of the funded emission
             * @example 2026-11-21T09:30:00.000Z
             */
            period_ends_at: string | null;
            /** @description Duration of an emission that is funded now */
            period_seconds: number;
            /**
             * @description US dollars: worth of the whole pool
             * @example 1250.00
             */
            pool_tvl_usd: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /** @description Upper bound of the earned and unharvested rewards of all positions */
            rewards_owed: components["schemas"]["V2Amount"];
            /** @description Funded and not emitted yet */
            rewards_to_come: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * @description Percent: a year, emission by worth of the farm; null if it is empty
             * @example 12.50
             */
            staked_apr_percent: string | null;
            /** @description All shares in the farm */
            staked_shares: components["schemas"]["V2Amount"];
            /**
             * @description `active`: emits rewards; `finished`: emits none until it is funded again; `ended` by governance: takes no shares
             * @enum {string}
             */
            status: "active" | "finished" | "ended";
            /**
             * @description US dollars: worth of the shares in the farm
             * @example 1250.00
             */
            tvl_usd: string;
        };
        V2FarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested so far */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned until now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares in the farm, which are locked in the pool */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
        };
        V2FarmingPositionEvent: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            farm: string;
            /** @description Amount paid */
            harvested: components["schemas"]["V2Amount"];
            /** @example frp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * @description Shares added or removed
             * @example 1.5
             */
            moved: string;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description Farmed pool shares after it
             * @example 1.5
             */
            shares: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        V2FaucetGrant: {
            /** @description Amount created */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "faucet_grant";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2HarvestedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested so far */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned until now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /** @description Rewards paid to the wallet */
            rewards_paid: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares in the farm, which are locked in the pool */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger entry; null if nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
        };
        V2Hold: {
            /** @description Amount held at first */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Amount paid so far */
            captured: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "hold";
            /** @description Amount still held */
            remaining: components["schemas"]["V2Amount"];
            /**
             * @description `captured`: paid in full. `released`, `expired`: the rest is available again, by request or by time
             * @enum {string}
             */
            status: "active" | "captured" | "released" | "expired";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2KycEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example usr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @enum {string} */
            kind: "KYC" | "KYB";
            level: number;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "kyc";
            /** @enum {string} */
            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
        };
        V2LiquidityPosition: {
            /** @description Base paid out if all shares were removed now */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /** @description Base deposited for the remaining shares */
            base_deposited: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Shares staked in farms, which cannot be removed */
            farmed_shares: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: the part of `value_usd` that swap fees earned
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /** @description Quote paid out if all shares were removed now */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /** @description Quote deposited for the remaining shares */
            quote_deposited: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares of the pool; 0 if the position is closed */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: proceeds if all shares were removed now; `0.00` if no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        V2LiquidityPositionEvent: {
            /** @description Base added or removed */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /** @example BTC-USDC */
            pair: string;
            /** @description Quote added or removed */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /** @description The position's shares after it */
            shares: components["schemas"]["V2Amount"];
            /** @description Shares added or removed */
            shares_moved: components["schemas"]["V2Amount"];
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        V2LiquidityRemoval: {
            /** @description Base paid out of the pool */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_removal";
            /** @description The position after the removal */
            position: components["schemas"]["V2LiquidityPosition"];
            /** @description Quote paid out of the pool */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /** @description Shares returned */
            shares: components["schemas"]["V2Amount"];
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        V2NewLiquidity: {
            /** @description Base paid out if all shares were removed now */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /** @description Base deposited for the remaining shares */
            base_deposited: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Shares staked in farms, which cannot be removed */
            farmed_shares: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: the part of `value_usd` that swap fees earned
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Percent: the position's part of the pool
             * @example 0.5
             */
            pool_share_percent: string;
            /** @description Quote paid out if all shares were removed now */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /** @description Quote deposited for the remaining shares */
            quote_deposited: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares of the pool; 0 if the position is closed */
            shares: components["schemas"]["V2Amount"];
            /** @description New shares */
            shares_received: components["schemas"]["V2Amount"];
            /** @description Hash of the ledger entry */
            transaction_hash: string;
            /**
             * @description US dollars: proceeds if all shares were removed now; `0.00` if no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        V2NewStakingPosition: {
            /** @description Current stake, with compounded rewards */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether rewards are added to the stake daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description The next compounding
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /** @description Accrued until now, neither paid nor compounded */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Changes to `flexible` within a minute of `unlocks_at`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once the whole stake is withdrawn
             * @enum {string}
             */
            status: "active" | "completed";
            /** @description Hash of the ledger entry */
            transaction_hash: string;
            /**
             * Format: date-time
             * @description From when on it can be withdrawn without a penalty; null if it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /** @description `amount` times the pool's multiplier */
            voting_power: components["schemas"]["V2Amount"];
        };
        V2NewTransferPart: {
            /**
             * @description Decimal string, in whole units
             * @example 12.5
             */
            amount?: string;
            /**
             * @description Of `amount`, rounded by largest remainder
             * @example 25
             */
            percent?: string;
            /**
             * @description The remainder after the other parts; for one part at most
             * @enum {boolean}
             */
            rest?: true;
            /**
             * Format: email
             * @example ada@example.com
             */
            to_email?: string;
            to_wallet?: string;
        };
        V2OrderEvent: {
            /** @description Amount paid */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /** @example ord_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "order";
            /** @enum {string} */
            status: "paid";
        };
        V2Pair: {
            /**
             * @description Percent: yearly yield of the fees of the last 24 hours for liquidity providers
             * @example 0.5
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /** @description Base in the pool */
            base_reserve: components["schemas"]["V2Amount"];
            /**
             * @description Percent: change of the price in the last 24 hours
             * @example 0.5
             */
            change_24h_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "pair";
            /**
             * @description Quote for one base; `0` if the pool is empty
             * @example 64250.12
             */
            price: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /** @description Quote in the pool */
            quote_reserve: components["schemas"]["V2Amount"];
            /**
             * @description US dollars: worth of the pool
             * @example 1250.00
             */
            tvl_usd: string;
            /**
             * @description US dollars: volume of the last 24 hours
             * @example 1250.00
             */
            volume_24h_usd: string;
        };
        V2PaymentEvent: {
            /** @description Amount paid */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether you received or made it
             * @enum {string}
             */
            direction: "in" | "out";
            failure_reason: string | null;
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @example mer_01jd3v8y2m9t4k6q0s5w7x1z3b */
            merchant: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            /** @enum {string} */
            object: "payment";
            /** @description The part refunded so far */
            refunded_amount: components["schemas"]["V2Amount"];
            /**
             * @description `refunded`: in full
             * @enum {string}
             */
            status: "succeeded" | "failed" | "refunded";
        };
        V2PoolRewards: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description The compounded part of `paid` */
            compounded: components["schemas"]["V2Amount"];
            /** @description `paid` and `pending` together */
            earned: components["schemas"]["V2Amount"];
            /** @description Claimed, paid on unstaking, or compounded */
            paid: components["schemas"]["V2Amount"];
            /** @description Accrued until now and not paid */
            pending: components["schemas"]["V2Amount"];
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
        };
        V2Portfolio: {
            allocation: components["schemas"]["V2Allocation"][];
            change_24h: {
                percent: string;
                /** @description US dollars; negative after a loss */
                usd: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Pool shares in farms */
            farmed: components["schemas"]["V2Worth"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "portfolio";
            /** @description Pool shares outside farms */
            pooled: components["schemas"]["V2Worth"];
            /** @description Staked: a part of `wallets` */
            staked: components["schemas"]["V2Worth"];
            total: components["schemas"]["V2Worth"];
            /** @description In wallets, including staked and held money */
            wallets: components["schemas"]["V2Worth"];
        };
        V2Price: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /** @description Whole units of the asset; 0 if there is no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
        };
        V2PriceHistory: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Oldest first */
            data: components["schemas"]["V2Candle"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            id: string;
            /** @enum {string} */
            interval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "price_history";
            /**
             * Format: date-time
             * @description Exclusive
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
        };
        V2PriceTicket: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "price_ticket";
            /**
             * @description For `?ticket=` of `/ws/prices`, once
             * @example 6Bq0Qq0gk3K5aXv7mZ2hTtq1b8uU9s4yJ0cN5dLrWxE
             */
            ticket: string;
        };
        V2Proposal: {
            /** @description Voting power: abstentions */
            abstain_votes: components["schemas"]["V2Amount"];
            /** @description Voting power: votes against it */
            against_votes: components["schemas"]["V2Amount"];
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The earliest execution, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why the last attempt to execute it failed */
            execution_error: string | null;
            /** @description Voting power: votes for it */
            for_votes: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /** @description Voting power: quorum, for votes for it and abstentions together */
            quorum_votes: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description The status at the time of the request
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        V2ProposalWithActions: {
            /** @description Voting power: abstentions */
            abstain_votes: components["schemas"]["V2Amount"];
            actions: {
                calldata: string;
                signature: string;
                target: string;
                value: string;
            }[];
            /** @description Voting power: votes against it */
            against_votes: components["schemas"]["V2Amount"];
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description The earliest execution, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why the last attempt to execute it failed */
            execution_error: string | null;
            /** @description Voting power: votes for it */
            for_votes: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /** @description Voting power: quorum, for votes for it and abstentions together */
            quorum_votes: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description The status at the time of the request
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
        };
        V2publicError: {
            error: {
                code: string;
                details: Record<string, never>;
                message: string;
                request_id: string;
            };
        };
        V2PublicTransaction: components["schemas"]["V2Transaction"];
        V2Quote: {
            /** @description Amount sold */
            amount_in: components["schemas"]["V2Amount"];
            /** @description Amount received */
            amount_out: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description 30 seconds from now: use it as the swap's `deadline`
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /** @description The exact fee of all pools on the route, in `asset_in`; part of `amount_in` */
            fee: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description The most input within the tolerance; only for a quote by `amount_out` */
            max_amount_in: components["schemas"]["V2Amount"] | (never | null);
            /** @description The least output within the tolerance: the `min_amount_out` of a swap */
            min_amount_out: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "quote";
            /**
             * @description Percent: how much less you get than at the price before, fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
        };
        V2RewardClaim: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Rewards paid to the wallet */
            claimed: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "reward_claim";
            /** @description Still owed: 0 unless the rewards account was short */
            pending_rewards: components["schemas"]["V2Amount"];
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description Null if there was nothing to pay */
            transaction_hash: string | null;
        };
        V2StakedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested so far */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned until now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares in the farm, which are locked in the pool */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger entry; null if nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
        };
        V2StakingPool: {
            /** @description Whether it accepts new stakes */
            active: boolean;
            /**
             * @description Simple interest in percent a year
             * @example 15
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description 0 if stakes can be withdrawn at any time */
            lock_days: number;
            /** @description Maximum of one stake */
            max_stake: components["schemas"]["V2Amount"];
            /** @description Minimum of one stake */
            min_stake: components["schemas"]["V2Amount"];
            name: string;
            /** @enum {string} */
            object: "staking_pool";
            /**
             * Format: date-time
             * @description Until when the rewards of all stakes are funded, for all pools together; null without a foreseeable end
             * @example 2026-11-21T09:30:00.000Z
             */
            rewards_funded_until: string | null;
            /** @description Staked in the pool */
            staked: components["schemas"]["V2Amount"];
            /** @example 1.5 */
            voting_multiplier: string;
        };
        V2StakingPosition: {
            /** @description Current stake, with compounded rewards */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether rewards are added to the stake daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description The next compounding
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /** @description Accrued until now, neither paid nor compounded */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Changes to `flexible` within a minute of `unlocks_at`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once the whole stake is withdrawn
             * @enum {string}
             */
            status: "active" | "completed";
            /**
             * Format: date-time
             * @description From when on it can be withdrawn without a penalty; null if it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /** @description `amount` times the pool's multiplier */
            voting_power: components["schemas"]["V2Amount"];
        };
        V2StakingPositionEvent: {
            /** @description Stake after it */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            compounding: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description Amount staked, withdrawn, claimed or compounded; 0 if only a lock has ended */
            moved: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "staking_position";
            /** @description The part paid to the treasury */
            penalty: components["schemas"]["V2Amount"];
            /** @description Rewards accrued and not paid after it */
            pending_rewards: components["schemas"]["V2Amount"];
            /** @example locked-90 */
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
        };
        V2StakingReward: {
            /** @description Amount paid */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /**
             * @description `claimed`; `unstaked`: paid with the last part of a position; `compounded`: added to the stake
             * @enum {string}
             */
            kind: "claimed" | "unstaked" | "compounded";
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_reward";
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        /** @description The wallet's balance, and the hash of its last line */
        V2Standing: {
            /** @description Decimal string, in whole units of its asset */
            available: components["schemas"]["V2Amount"];
            /** @description Decimal string, in whole units of its asset */
            balance: components["schemas"]["V2Amount"];
            hash: string;
            /** @description Decimal string, in whole units of its asset */
            locked: components["schemas"]["V2Amount"];
            /** @description How many entries had changed the wallet */
            sequence: string;
        };
        V2Statement: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description After the last line of the statement */
            closing: components["schemas"]["V2Standing"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The current balance; no line is compared with it */
            current: components["schemas"]["V2Standing"];
            data: components["schemas"]["V2StatementLine"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            has_more: boolean;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description The `cursor` of the next page; null on the last */
            next_cursor: string | null;
            /** @enum {string} */
            object: "statement";
            /** @description Before the first line of the statement */
            opening: components["schemas"]["V2Standing"];
            /** @description Before the first line of this page */
            page_opening: components["schemas"]["V2Standing"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2StatementLine: {
            /** @description Change of the balance; negative if money left */
            amount: components["schemas"]["V2Amount"];
            /** @description The available part of the balance */
            available: components["schemas"]["V2Amount"];
            /** @description Change of the available balance */
            available_change: components["schemas"]["V2Amount"];
            /** @description Balance after it */
            balance: components["schemas"]["V2Amount"];
            /** @description The other side, by its name at the time; not covered by a hash */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The ledger entry, in the form of a transfer's id */
            entry: string;
            entry_hash: string;
            hash: string;
            id: string;
            /**
             * @description The entry's effect on this wallet in the ledger's terms; covered by the hash
             * @example TRANSFER_IN
             */
            ledger_type: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description The locked part of the balance */
            locked: components["schemas"]["V2Amount"];
            /** @description Change of the locked balance */
            locked_change: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "statement_line";
            previous_hash: string;
            /** @description How many entries had changed the wallet */
            sequence: string;
            /**
             * @description As in the wallet's transactions; not covered by a hash
             * @enum {string}
             */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
        };
        V2Swap: {
            /** @description Amount sold */
            amount_in: components["schemas"]["V2Amount"];
            /** @description Amount received */
            amount_out: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The exact fee of all pools on the route, in `asset_in`; part of `amount_in` */
            fee: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "swap";
            /**
             * @description Percent: how much less you get than at the price before, fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        V2TestClock: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's id, which changes with a reset
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * Format: date-time
             * @description The time of the sandbox
             * @example 2026-11-21T09:30:00.000Z
             */
            now: string;
            /** @enum {string} */
            object: "test_clock";
            /** @description How far it is ahead of the platform's time */
            offset_seconds: number;
            /**
             * @description `advancing` while due operations are executed in the order of their times
             * @enum {string}
             */
            status: "ready" | "advancing";
        };
        V2TestSandbox: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The sandbox's id, which changes with a reset
             * @example test_01jd0000000000000000000000_1
             */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "test_sandbox";
        };
        V2Trade: {
            /** @description Base that went in or out */
            base_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "trade";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Quote for one base
             * @example 64250.12
             */
            price: string;
            /** @description Quote that went out or in */
            quote_amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description `buy`: quote for base; `sell`: base for quote
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        V2Transaction: {
            /** @description Gained or lost by the wallet; held, while it is pending */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Available balance after it; null if it is not booked */
            balance: components["schemas"]["V2Amount"] | (never | null);
            /** @description The other side, by its name at the time. A user's name; the masked email address (`a***@example.com`) if the name contains a domain or words of the platform's staff and the identity is not verified */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Written by a user; null if the type says everything */
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            /** @description The platform's fee */
            fee: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "transaction";
            /** @description The id of the withdrawal, transfer, payment or hold behind it */
            source: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            wallet: string | null;
        };
        V2Transfer: {
            /** @description Decimal string, in whole units of its asset */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description The other side, by its name at the time. A user's name; the masked email address (`a***@example.com`) if the name contains a domain or words of the platform's staff and the identity is not verified */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether the caller received or sent it
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description The sender's wallet; null for the recipient */
            from_wallet: string | null;
            /** @description The captured hold that it was paid from; only for its sender */
            hold: string | null;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "transfer";
            /** @description The parts of a transfer to several recipients; only for its sender */
            splits: components["schemas"]["V2TransferPart"][] | null;
            /** @enum {string} */
            status: "completed";
            /** @description The recipient's wallet; null for the sender of a transfer to an email address */
            to_wallet: string | null;
        };
        V2TransferPart: {
            /** @description Decimal string, in whole units of its asset */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            counterparty: string | null;
            /** @description Null if it was sent to an email address */
            to_wallet: string | null;
        };
        V2Unstake: {
            /** @description Amount taken out of the position */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "unstake";
            /** @description The part of `amount` paid to the treasury */
            penalty: components["schemas"]["V2Amount"];
            position: components["schemas"]["V2StakingPosition"];
            /** @description `amount` less `penalty`, paid to the wallet */
            received: components["schemas"]["V2Amount"];
            /** @description Rewards paid to the wallet in addition */
            rewards_paid: components["schemas"]["V2Amount"];
            /** @description Hash of the ledger entry */
            transaction_hash: string;
        };
        V2Vote: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "vote";
            /** @example prp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            proposal: string;
            reason: string | null;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
            /** @enum {string} */
            vote: "for" | "against" | "abstain";
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            voter: string;
            /** @description Voting power: of the voter at the proposal's snapshot */
            voting_power: components["schemas"]["V2Amount"];
        };
        V2VotingPower: {
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Voting power: delegated to the caller by others */
            delegated_power: components["schemas"]["V2Amount"];
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "voting_power";
            /**
             * @description Of the total supply, rounded down
             * @example 0.1250
             */
            share_percent: string;
            /** @description Voting power: staked, before multipliers */
            staked_balance: components["schemas"]["V2Amount"];
            /**
             * @description The average over all stakes
             * @example 1.5
             */
            staking_multiplier: string;
            /** @description Voting power: `wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power` */
            total_power: components["schemas"]["V2Amount"];
            /** @description Voting power: unstaked balance of the wallet */
            wallet_balance: components["schemas"]["V2Amount"];
        };
        V2Wallet: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Can be sent, swapped, staked or withdrawn */
            available_balance: components["schemas"]["V2Amount"];
            /** @description Available and locked */
            balance: components["schemas"]["V2Amount"];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            label: string | null;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @description Staked, farmed, or held for a withdrawal or a card payment */
            locked_balance: components["schemas"]["V2Amount"];
            /** @enum {string} */
            object: "wallet";
            /** @description Current worth of the balance, rounded down to cents; `0` without a known price */
            value: {
                eur: string;
                usd: string;
            };
        };
        V2Withdrawal: {
            /** @description Amount that arrives */
            amount: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            destination: {
                address: string | null;
                /** @description The beneficiary's id, if the request named one */
                beneficiary: string | null;
                /** @example DE89370400440532013000 */
                iban: string | null;
                /**
                 * @description The account's holder
                 * @example Ada Lovelace
                 */
                name: string | null;
                /** @example sepa */
                network: string;
                /** @enum {string} */
                type: "iban" | "address";
            };
            /** @example AC04: the account is closed */
            failure_reason: string | null;
            /** @description The platform's fee, charged in addition once it is paid */
            fee: components["schemas"]["V2Amount"];
            /** @example wdr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "withdrawal";
            /**
             * @description `failed`: the money is in the wallet again, fee included. A `completed` withdrawal can still fail
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        V2WithdrawnFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /** @description Harvested so far */
            harvested_rewards: components["schemas"]["V2Amount"];
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /** @description Earned until now and not harvested */
            pending_rewards: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /** @description Rewards paid to the wallet */
            rewards_paid: components["schemas"]["V2Amount"];
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /** @description Shares in the farm, which are locked in the pool */
            shares: components["schemas"]["V2Amount"];
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger entry; null if nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
            /** @description Shares that can be removed from the pool again */
            withdrawn_shares: components["schemas"]["V2Amount"];
        };
        /** @description Rounded down to cents */
        V2Worth: {
            eur: string;
            /** @example 1234.56 */
            usd: string;
        };
        Vote: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "vote";
            /** @example prp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            proposal: string;
            reason: string | null;
            /** @description `0x` and the SHA-256 of the record in its canonical form */
            transaction_hash: string;
            /** @enum {string} */
            vote: "for" | "against" | "abstain";
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            voter: string;
            /**
             * Format: decimal
             * @description Voting power: of the voter at the proposal's snapshot
             * @example 12.5
             */
            voting_power: string;
        };
        VotingPower: {
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Voting power: delegated to the caller by others
             * @example 12.5
             */
            delegated_power: string;
            /**
             * @description Address of an account, with the checksum of EIP-55: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "voting_power";
            /**
             * @description Of the total supply, rounded down
             * @example 0.1250
             */
            share_percent: string;
            /**
             * Format: decimal
             * @description Voting power: staked, before multipliers
             * @example 12.5
             */
            staked_balance: string;
            /**
             * @description The average over all stakes
             * @example 1.5
             */
            staking_multiplier: string;
            /**
             * Format: decimal
             * @description Voting power: `wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power`
             * @example 12.5
             */
            total_power: string;
            /**
             * Format: decimal
             * @description Voting power: unstaked balance of the wallet
             * @example 12.5
             */
            wallet_balance: string;
        };
        Wallet: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description Can be sent, swapped, staked or withdrawn
             * @example 12.5
             */
            available_balance: string;
            /**
             * Format: decimal
             * @description Available and locked
             * @example 12.5
             */
            balance: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            label: string | null;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /**
             * Format: decimal
             * @description Staked, farmed, or held for a withdrawal or a card payment
             * @example 12.5
             */
            locked_balance: string;
            /** @enum {string} */
            object: "wallet";
            /** @description Current worth of the balance, rounded down to cents; `0` without a known price */
            value: {
                eur: string;
                usd: string;
            };
        };
        Withdrawal: {
            /**
             * Format: decimal
             * @description Amount that arrives
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            destination: {
                address: string | null;
                /** @description The beneficiary's id, if the request named one */
                beneficiary: string | null;
                /** @example DE89370400440532013000 */
                iban: string | null;
                /**
                 * @description The account's holder
                 * @example Ada Lovelace
                 */
                name: string | null;
                /** @example sepa */
                network: string;
                /** @enum {string} */
                type: "iban" | "address";
            };
            /** @example AC04: the account is closed */
            failure_reason: string | null;
            /**
             * Format: decimal
             * @description The platform's fee, charged in addition once it is paid
             * @example 12.5
             */
            fee: string;
            /** @example wdr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "withdrawal";
            /**
             * @description `failed`: the money is in the wallet again, fee included. A `completed` withdrawal can still fail
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        WithdrawnFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested so far
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description `true` for the live ledger, `false` for a sandbox */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned until now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Rewards paid to the wallet
             * @example 12.5
             */
            rewards_paid: string;
            /**
             * @description Symbol of the pool's shares
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares in the farm, which are locked in the pool
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares and no rewards left
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger entry; null if nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: proceeds if the shares were removed from the pool now
             * @example 1250.00
             */
            value_usd: string;
            /**
             * Format: decimal
             * @description Shares that can be removed from the pool again
             * @example 12.5
             */
            withdrawn_shares: string;
        };
        /** @description Rounded down to cents */
        Worth: {
            eur: string;
            /** @example 1234.56 */
            usd: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "public.exchange.pairs.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Pair"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.pairs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pair"];
                };
            };
        };
    };
    "public.exchange.pairs.trades": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trade"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LiquidityPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    base_amount: string;
                    /**
                     * @description A pair's id: base and quote
                     * @example BTC-USDC
                     */
                    pair: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    quote_amount: string;
                    /**
                     * @description Tolerance in percent, 0 to 50. As in Uniswap's SDK, the minimum output is the quoted one divided by 1 + slippage / 100: at 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                     * @default 0.5
                     * @example 0.5
                     */
                    slippage?: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewLiquidity"];
                };
            };
        };
    };
    "public.exchange.positions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liq_01m8gwdgaykrv5s06g29jgnjwv_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_base_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_quote_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The tokens are in the caller's wallets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidityRemoval"];
                };
            };
        };
    };
    "public.exchange.quotes": {
        parameters: {
            query: {
                /**
                 * @description Decimal string, in whole units
                 * @example 100
                 */
                amount_in?: string;
                /** @description Decimal string, in whole units */
                amount_out?: string;
                /**
                 * @description Symbol of the asset that you give
                 * @example USDC
                 */
                asset_in: string;
                /**
                 * @description Symbol of the asset that you get
                 * @example BTC
                 */
                asset_out: string;
                /**
                 * @description Tolerance in percent, 0 to 50. As in Uniswap's SDK, the minimum output is the quoted one divided by 1 + slippage / 100: at 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                 * @example 0.5
                 */
                slippage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
        };
    };
    "public.exchange.swaps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_out?: string;
                    /**
                     * @description Symbol of the asset that you give
                     * @example USDC
                     */
                    asset_in: string;
                    /**
                     * @description Symbol of the asset that you get
                     * @example BTC
                     */
                    asset_out: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    deadline: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    max_amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_amount_out?: string;
                };
            };
        };
        responses: {
            /** @description The completed swap */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Swap"];
                };
            };
        };
    };
    "public.exchange.swaps.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m8gwdnds18exh416fe2h31nk */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Swap"];
                };
            };
        };
    };
    "public.farming.farms.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farms, those from the start first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Farm"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.farming.farms.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A farm's id
                 * @example btc-usdc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Farm"];
                };
            };
        };
    };
    "public.farming.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FarmingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.farming.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A farm's id
                     * @example btc-usdc
                     */
                    farm: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StakedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8gwdgaykrv5s06g29jgnjwv_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.harvest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8gwdgaykrv5s06g29jgnjwv_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HarvestedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8gwdgaykrv5s06g29jgnjwv_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares?: string;
                };
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawnFarmingPosition"];
                };
            };
        };
    };
    "public.governance.delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                    delegate: string | null;
                };
            };
        };
        responses: {
            /** @description The new delegation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delegation"];
                };
            };
        };
    };
    "public.governance.proposals.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
                status?: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposals, newest first, without their actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Proposal"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.governance.proposals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    actions?: {
                        /** @example 0x0000000000000000000000000000000000000000000000000000000000000019 */
                        calldata: string;
                        /** @example setFee(uint256) */
                        signature: string;
                        /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                        target: string;
                        /** @example 0 */
                        value: string;
                    }[];
                    /** @enum {string} */
                    category: "protocol" | "treasury" | "ecosystem" | "emergency";
                    /**
                     * @description Markdown
                     * @example A lower fee brings more trades.
                     */
                    description: string;
                    /** Format: uri */
                    discussion_url?: string;
                    /** @example Lower the exchange fee */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The new proposal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m8ketmj4eav2q8wx8rkpxqr8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal with its actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m8ketmj1sdmz9zqx7sshc4fw */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                    /** @enum {string} */
                    vote: "for" | "against" | "abstain";
                };
            };
        };
        responses: {
            /** @description The counted vote */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    "public.governance.voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current voting power and its parts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VotingPower"];
                };
            };
        };
    };
    "public.portfolio.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current portfolio */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
        };
    };
    "public.prices.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices, in the order of the assets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Price"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.prices.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price in detail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedPrice"];
                };
            };
        };
    };
    "public.prices.history": {
        parameters: {
            query?: {
                /** @description ISO 8601 with a time zone; a date without a time means 00:00 UTC */
                from?: string;
                interval?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                /** @description ISO 8601 with a time zone; a date without a time means 00:00 UTC */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHistory"];
                };
            };
        };
    };
    "public.staking.pools.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools, the shortest lock first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StakingPool"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.staking.pools.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pool's id
                 * @example flexible
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StakingPool"];
                };
            };
        };
    };
    "public.staking.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
                status?: "active" | "completed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StakingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.staking.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description A pool's id
                     * @example locked-90
                     */
                    pool: string;
                };
            };
        };
        responses: {
            /** @description The new position */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewStakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8v60yk32mbn1cbb3rr76ngk */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8rkm4j9613hzn0912nn7fkf */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The payment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardClaim"];
                };
            };
        };
    };
    "public.staking.positions.compounding": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8v60wk86byx0mwdtne6xq0n */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8v60ykgzwscqg80hk419jh8 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    force_early?: boolean;
                };
            };
        };
        responses: {
            /** @description The withdrawal, and the position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unstake"];
                };
            };
        };
    };
    "public.staking.rewards": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments, newest first, and the sums by pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StakingReward"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                        /** @description All rewards by pool. A stake counts in its current pool, a payment in the pool of that time */
                        pools: components["schemas"]["PoolRewards"][];
                    };
                };
            };
        };
    };
    "public.test.clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    "public.test.advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @example 86400 */
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    "public.test.faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                };
            };
        };
        responses: {
            /** @description The money is in the wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaucetGrant"];
                };
            };
        };
    };
    "public.test.reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new sandbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSandbox"];
                };
            };
        };
    };
    "public.transfers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Shown to both sides in their history
                     * @default
                     */
                    description?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    from_wallet: string;
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    to_email?: string;
                    to_wallet?: string;
                };
            };
        };
        responses: {
            /** @description The completed transfer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "public.transfers.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m8gwdhcn1cxbw8p257mae0mv */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "public.wallets.list": {
        parameters: {
            query?: {
                /** @description Symbol of an asset, in any letter case */
                asset?: string;
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Wallet"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "public.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8gwdgaykrv5s06g29jgnjwv_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "public.wallets.deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8gwdgaykrv5s06g29jgnjwv_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositAddress"];
                };
            };
        };
    };
    "public.wallets.transactions": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, inclusive */
                created_after?: string;
                /** @description ISO 8601 in UTC, inclusive */
                created_before?: string;
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path: {
                /** @example wal_01m8gwdgaykrv5s06g29jgnjwv_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicTransaction"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.wallets.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8gwdgaykrv5s06g29jgnjwv_eur */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Amount that arrives; the fee is charged in addition
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Shown in the history, and to the payee of a bank transfer
                     * @default
                     */
                    description?: string;
                    destination: {
                        /** @example FR7630006000011234567890189 */
                        iban: string;
                        /** @description The account's holder */
                        name: string;
                        /**
                         * @description Decides which fields the destination has
                         * @enum {string}
                         */
                        type: "iban";
                    } | {
                        /** @description The id of a beneficiary stored by the owner's app (`ben_…`); live keys only */
                        beneficiary: string;
                        /**
                         * @description Decides which fields the destination has
                         * @enum {string}
                         */
                        type: "beneficiary";
                    } | {
                        /**
                         * @description Validated including its checksum
                         * @example 0x52908400098527886E0F7030069857D2E4169EE7
                         */
                        address: string;
                        /**
                         * @description The asset's network: an address may be valid on another one too
                         * @enum {string}
                         */
                        network: "bitcoin" | "ethereum" | "svc-chain";
                        /**
                         * @description Decides which fields the destination has
                         * @enum {string}
                         */
                        type: "address";
                    };
                };
            };
        };
        responses: {
            /** @description The money is held */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
    "v2.public.events.list": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, inclusive */
                created_after?: string;
                /** @description ISO 8601 in UTC, inclusive */
                created_before?: string;
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
                /** @description Only events of this object */
                object_id?: string;
                type?: "job-done" | "job-failed" | "share-received" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed" | "order.paid" | "dispute.created" | "dispute.updated" | "dispute.closed" | "transfer.created" | "wallet.created" | "withdrawal.created" | "withdrawal.completed" | "withdrawal.failed" | "swap.completed" | "liquidity.added" | "liquidity.removed" | "stake.created" | "stake.unstaked" | "stake.claimed" | "stake.unlocked" | "stake.compounded" | "farm.staked" | "farm.withdrawn" | "farm.harvested" | "proposal.created" | "proposal.active" | "proposal.succeeded" | "proposal.defeated" | "proposal.queued" | "proposal.executed" | "proposal.cancelled" | "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled" | "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured" | "kyc.updated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Event"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.events.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_01m95fnbyv5yvsmvhfcnynghbr */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Event"];
                };
            };
        };
    };
    "v2.public.exchange.pairs.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Pair"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.exchange.pairs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Pair"];
                };
            };
        };
    };
    "v2.public.exchange.pairs.trades": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Trade"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.exchange.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "pair"[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2LiquidityPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.exchange.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    base_amount: string;
                    /**
                     * @description A pair's id: base and quote
                     * @example BTC-USDC
                     */
                    pair: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    quote_amount: string;
                    /**
                     * @description Tolerance in percent, 0 to 50. As in Uniswap's SDK, the minimum output is the quoted one divided by 1 + slippage / 100: at 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                     * @default 0.5
                     * @example 0.5
                     */
                    slippage?: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2NewLiquidity"];
                };
            };
        };
    };
    "v2.public.exchange.positions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liq_01m8v61tn5y7m0phks9vx5wazc_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_base_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_quote_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The tokens are in the caller's wallets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2LiquidityRemoval"];
                };
            };
        };
    };
    "v2.public.exchange.quotes": {
        parameters: {
            query: {
                /**
                 * @description Decimal string, in whole units
                 * @example 100
                 */
                amount_in?: string;
                /** @description Decimal string, in whole units */
                amount_out?: string;
                /**
                 * @description Symbol of the asset that you give
                 * @example USDC
                 */
                asset_in: string;
                /**
                 * @description Symbol of the asset that you get
                 * @example BTC
                 */
                asset_out: string;
                /**
                 * @description Tolerance in percent, 0 to 50. As in Uniswap's SDK, the minimum output is the quoted one divided by 1 + slippage / 100: at 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                 * @example 0.5
                 */
                slippage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Quote"];
                };
            };
        };
    };
    "v2.public.exchange.swaps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_out?: string;
                    /**
                     * @description Symbol of the asset that you give
                     * @example USDC
                     */
                    asset_in: string;
                    /**
                     * @description Symbol of the asset that you get
                     * @example BTC
                     */
                    asset_out: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    deadline: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    max_amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_amount_out?: string;
                };
            };
        };
        responses: {
            /** @description The completed swap */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Swap"];
                };
            };
        };
    };
    "v2.public.exchange.swaps.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m8v61znnecsectd5p2jg1jsn */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Swap"];
                };
            };
        };
    };
    "v2.public.farming.farms.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "pair"[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farms, those from the start first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Farm"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.farming.farms.read": {
        parameters: {
            query?: {
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "pair"[];
            };
            header?: never;
            path: {
                /**
                 * @description A farm's id
                 * @example btc-usdc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Farm"];
                };
            };
        };
    };
    "v2.public.farming.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: ("farm" | "pair")[];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2FarmingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.farming.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A farm's id
                     * @example btc-usdc
                     */
                    farm: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2StakedFarmingPosition"];
                };
            };
        };
    };
    "v2.public.farming.positions.read": {
        parameters: {
            query?: {
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: ("farm" | "pair")[];
            };
            header?: never;
            path: {
                /** @example frm_01m8v61tn5y7m0phks9vx5wazc_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2FarmingPosition"];
                };
            };
        };
    };
    "v2.public.farming.positions.harvest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8v61tn5y7m0phks9vx5wazc_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2HarvestedFarmingPosition"];
                };
            };
        };
    };
    "v2.public.farming.positions.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m8v61tn5y7m0phks9vx5wazc_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares?: string;
                };
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2WithdrawnFarmingPosition"];
                };
            };
        };
    };
    "v2.public.governance.delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                    delegate: string | null;
                };
            };
        };
        responses: {
            /** @description The new delegation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Delegation"];
                };
            };
        };
    };
    "v2.public.governance.proposals.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
                status?: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposals, newest first, without their actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Proposal"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.governance.proposals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    actions?: {
                        /** @example 0x0000000000000000000000000000000000000000000000000000000000000019 */
                        calldata: string;
                        /** @example setFee(uint256) */
                        signature: string;
                        /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                        target: string;
                        /** @example 0 */
                        value: string;
                    }[];
                    /** @enum {string} */
                    category: "protocol" | "treasury" | "ecosystem" | "emergency";
                    /**
                     * @description Markdown
                     * @example A lower fee brings more trades.
                     */
                    description: string;
                    /** Format: uri */
                    discussion_url?: string;
                    /** @example Lower the exchange fee */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The new proposal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ProposalWithActions"];
                };
            };
        };
    };
    "v2.public.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m8xreyvqas1yqyssg3jhkzyz */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal with its actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ProposalWithActions"];
                };
            };
        };
    };
    "v2.public.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m8xreyvmavr4841mgm8erjvb */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                    /** @enum {string} */
                    vote: "for" | "against" | "abstain";
                };
            };
        };
        responses: {
            /** @description The counted vote */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Vote"];
                };
            };
        };
    };
    "v2.public.governance.voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current voting power and its parts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2VotingPower"];
                };
            };
        };
    };
    "v2.public.holds.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "wallet"[];
                limit?: number;
                status?: "active" | "captured" | "released" | "expired";
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holds, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Hold"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.holds.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    description?: string;
                    /**
                     * Format: date-time
                     * @example 2026-12-01T12:00:00.000Z
                     */
                    expires_at: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    wallet: string;
                };
            };
        };
        responses: {
            /** @description The hold */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Hold"];
                };
            };
        };
    };
    "v2.public.holds.read": {
        parameters: {
            query?: {
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "wallet"[];
            };
            header?: never;
            path: {
                /** @example hld_01m95fncz9nv4rmexc1032jv3g */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Hold"];
                };
            };
        };
    };
    "v2.public.holds.capture": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example hld_01m95fnayh4jcv2pdhvn5szdes */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    to_wallet: string;
                };
            };
        };
        responses: {
            /** @description The hold after it, and the transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2CapturedHold"];
                };
            };
        };
    };
    "v2.public.holds.release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example hld_01m95fncznywz3sw22wpr9492t */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Hold"];
                };
            };
        };
    };
    "v2.public.portfolio.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current portfolio */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Portfolio"];
                };
            };
        };
    };
    "v2.public.price-tickets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2PriceTicket"];
                };
            };
        };
    };
    "v2.public.prices.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices, in the order of the assets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Price"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.prices.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price in detail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2DetailedPrice"];
                };
            };
        };
    };
    "v2.public.prices.history": {
        parameters: {
            query?: {
                /** @description ISO 8601 with a time zone; a date without a time means 00:00 UTC */
                from?: string;
                interval?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                /** @description ISO 8601 with a time zone; a date without a time means 00:00 UTC */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2PriceHistory"];
                };
            };
        };
    };
    "v2.public.staking.pools.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools, the shortest lock first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2StakingPool"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.staking.pools.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pool's id
                 * @example flexible
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2StakingPool"];
                };
            };
        };
    };
    "v2.public.staking.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "pool"[];
                limit?: number;
                status?: "active" | "completed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2StakingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.staking.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description A pool's id
                     * @example locked-90
                     */
                    pool: string;
                };
            };
        };
        responses: {
            /** @description The new position */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2NewStakingPosition"];
                };
            };
        };
    };
    "v2.public.staking.positions.read": {
        parameters: {
            query?: {
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "pool"[];
            };
            header?: never;
            path: {
                /** @example stk_01m95fn9xqxxzhm7vkefjmn713 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2StakingPosition"];
                };
            };
        };
    };
    "v2.public.staking.positions.claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m92x8fwcj4t1m16nw3r0n8nv */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The payment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2RewardClaim"];
                };
            };
        };
    };
    "v2.public.staking.positions.compounding": {
        parameters: {
            query?: {
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: "pool"[];
            };
            header?: never;
            path: {
                /** @example stk_01m95fn7xjc1xfezx1v9548q1g */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2StakingPosition"];
                };
            };
        };
    };
    "v2.public.staking.positions.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m95fn9y6wtrqssv36ahz69cy */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    force_early?: boolean;
                };
            };
        };
        responses: {
            /** @description The withdrawal, and the position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Unstake"];
                };
            };
        };
    };
    "v2.public.staking.rewards": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments, newest first, and the sums by pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2StakingReward"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                        /** @description All rewards by pool. A stake counts in its current pool, a payment in the pool of that time */
                        pools: components["schemas"]["V2PoolRewards"][];
                    };
                };
            };
        };
    };
    "v2.public.test.clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2TestClock"];
                };
            };
        };
    };
    "v2.public.test.advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /** @example 86400 */
                    advance_seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2TestClock"];
                };
            };
        };
    };
    "v2.public.test.faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                };
            };
        };
        responses: {
            /** @description The money is in the wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2FaucetGrant"];
                };
            };
        };
    };
    "v2.public.test.reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new sandbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2TestSandbox"];
                };
            };
        };
    };
    "v2.public.transfers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Decimal string, in whole units: the total. May be omitted if all `splits` have amounts
                     * @example 12.5
                     */
                    amount?: string;
                    /**
                     * @description Shown to both sides in their history
                     * @default
                     */
                    description?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    from_wallet: string;
                    /** @description Instead of one recipient: the recipients and their parts */
                    splits?: components["schemas"]["V2NewTransferPart"][];
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    to_email?: string;
                    to_wallet?: string;
                };
            };
        };
        responses: {
            /** @description The completed transfer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Transfer"];
                };
            };
        };
    };
    "v2.public.transfers.read": {
        parameters: {
            query?: {
                /** @description Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them */
                "expand[]"?: ("from_wallet" | "to_wallet")[];
            };
            header?: never;
            path: {
                /** @example txn_01m8v61vnfjre5gpbfbmbjzmwm */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Transfer"];
                };
            };
        };
    };
    "v2.public.wallets.list": {
        parameters: {
            query?: {
                /** @description Symbol of an asset, in any letter case */
                asset?: string;
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2Wallet"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Wallet"];
                };
            };
        };
    };
    "v2.public.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8v61tn5y7m0phks9vx5wazc_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Wallet"];
                };
            };
        };
    };
    "v2.public.balances.read": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, not in the future */
                at?: string;
            };
            header?: never;
            path: {
                /** @example wal_01m8v61tn5y7m0phks9vx5wazc_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Balance"];
                };
            };
        };
    };
    "v2.public.wallets.deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8v61tn5y7m0phks9vx5wazc_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2DepositAddress"];
                };
            };
        };
    };
    "v2.public.statements.read": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description ISO 8601 in UTC, inclusive. Defaults to the first line */
                from?: string;
                limit?: number;
                /** @description ISO 8601 in UTC, exclusive */
                to?: string;
            };
            header?: never;
            path: {
                /** @example wal_01m8v61tn5y7m0phks9vx5wazc_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Statement"];
                };
            };
        };
    };
    "v2.public.wallets.transactions": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, inclusive */
                created_after?: string;
                /** @description ISO 8601 in UTC, inclusive */
                created_before?: string;
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                limit?: number;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path: {
                /** @example wal_01m8v61tn5y7m0phks9vx5wazc_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["V2PublicTransaction"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "v2.public.wallets.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m8v61tn5y7m0phks9vx5wazc_eur */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Amount that arrives; the fee is charged in addition
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Shown in the history, and to the payee of a bank transfer
                     * @default
                     */
                    description?: string;
                    destination: {
                        /** @example FR7630006000011234567890189 */
                        iban: string;
                        /** @description The account's holder */
                        name: string;
                        /**
                         * @description Decides which fields the destination has
                         * @enum {string}
                         */
                        type: "iban";
                    } | {
                        /** @description The id of a beneficiary stored by the owner's app (`ben_…`); live keys only */
                        beneficiary: string;
                        /**
                         * @description Decides which fields the destination has
                         * @enum {string}
                         */
                        type: "beneficiary";
                    } | {
                        /**
                         * @description Validated including its checksum
                         * @example 0x52908400098527886E0F7030069857D2E4169EE7
                         */
                        address: string;
                        /**
                         * @description The asset's network: an address may be valid on another one too
                         * @enum {string}
                         */
                        network: "bitcoin" | "ethereum" | "svc-chain";
                        /**
                         * @description Decides which fields the destination has
                         * @enum {string}
                         */
                        type: "address";
                    };
                };
            };
        };
        responses: {
            /** @description The money is held */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Withdrawal"];
                };
            };
        };
    };
}

/** The codes of the API's errors. */
export type KnownErrorCode =
  | "ABOVE_MAXIMUM"
  | "ACCOUNT_IN_DEBT"
  | "ALREADY_VOTED"
  | "AMBIGUOUS_CREDENTIAL"
  | "AMOUNT_EXCEEDS_STAKE"
  | "API_KEY_ADDRESS_NOT_ALLOWED"
  | "API_KEY_EXPIRED"
  | "API_KEY_REQUIRED"
  | "ASSET_NOT_FOUND"
  | "ASSET_NOT_WITHDRAWABLE"
  | "BELOW_MINIMUM"
  | "BENEFICIARY_NOT_FOUND"
  | "BODY_TOO_LARGE"
  | "CONTENTION"
  | "CURRENCY_MISMATCH"
  | "DELEGATOR_LIMIT_REACHED"
  | "DEPOSITS_UNAVAILABLE"
  | "EVENT_NOT_FOUND"
  | "FARMING_POSITION_NOT_FOUND"
  | "FARM_ENDED"
  | "FARM_NOT_FOUND"
  | "FORBIDDEN"
  | "HOLD_CLOSED"
  | "HOLD_EXCEEDED"
  | "HOLD_EXPIRED"
  | "HOLD_LIMIT_REACHED"
  | "HOLD_NOT_FOUND"
  | "IDEMPOTENCY_KEY_REQUIRED"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDENTICAL_TOKENS"
  | "IMBALANCED_AMOUNTS"
  | "INSUFFICIENT_BALANCE"
  | "INSUFFICIENT_LIQUIDITY"
  | "INSUFFICIENT_VOTING_POWER"
  | "INTERNAL_ERROR"
  | "INVALID_ACTIONS"
  | "INVALID_AMOUNT"
  | "INVALID_DELEGATE"
  | "INVALID_IDEMPOTENCY_KEY"
  | "INVALID_RANGE"
  | "INVALID_REQUEST"
  | "INVALID_SIGNATURE"
  | "INVALID_SLIPPAGE"
  | "INVALID_SPLIT"
  | "KYC_LIMIT_EXCEEDED"
  | "LIQUIDITY_POSITION_NOT_FOUND"
  | "MALFORMED_JSON"
  | "NO_DEPOSIT_ADDRESS"
  | "PAIR_NOT_FOUND"
  | "POOL_INACTIVE"
  | "POOL_NOT_FOUND"
  | "POSITION_COMPLETED"
  | "POSITION_LIMIT_REACHED"
  | "POSITION_LOCKED"
  | "POSITION_NOT_FOUND"
  | "PRICES_STALE"
  | "PROPOSAL_NOT_ACTIVE"
  | "PROPOSAL_NOT_FOUND"
  | "QUOTE_EXPIRED"
  | "RANGE_TOO_DEEP"
  | "RATE_LIMITED"
  | "RECIPIENT_UNKNOWN"
  | "REWARDS_NOT_FUNDED"
  | "SAME_ACCOUNT"
  | "SERVICE_UNAVAILABLE"
  | "SESSION_ENDED"
  | "SHARES_EXCEEDED"
  | "SIGNATURE_REQUIRED"
  | "SIGNATURE_REUSED"
  | "SLIPPAGE_EXCEEDED"
  | "STAKE_IS_VOTING"
  | "STEP_UP_REQUIRED"
  | "SUPPLY_EXCEEDED"
  | "SWAP_NOT_FOUND"
  | "TEST_KEY_REQUIRED"
  | "TIMESTAMP_OUT_OF_RANGE"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_CANDLES"
  | "TRANSFER_NOT_FOUND"
  | "UNAUTHORIZED"
  | "UNSUPPORTED_ASSET"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "WALLET_EXISTS"
  | "WALLET_LIMIT_REACHED"
  | "WALLET_NOT_FOUND"
  | "WITHDRAWALS_UNAVAILABLE";
