"use strict";
(() => {
  const report = JSON.parse(document.getElementById("data").textContent);
  const hands = report.hands;
  const PAGE = 25;
  const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const byId = (id) => document.getElementById(id);
  let matching = [];
  let page = 0;
  let open = 0;

  // Everything that comes from a file goes through textContent.
  function make(tag, name, ...inside) {
    const element = document.createElement(tag);
    if (name) element.className = name;
    for (const part of inside) {
      if (part !== null && part !== undefined) element.append(part);
    }
    return element;
  }

  function cards(text) {
    const row = make("span", "cards");
    for (let at = 0; at < text.length; at += 2) {
      const suit = text[at + 1];
      row.append(make("span", "card " + suit, text[at] + SYMBOLS[suit]));
    }
    return row;
  }

  function money(minor, unit) {
    const whole = Math.abs(Math.round(minor));
    const part = whole % unit;
    const shown = ((whole - part) / unit).toLocaleString("en-US") + (part ? "." + String(part).padStart(2, "0") : "");
    return (Math.round(minor) < 0 ? "−" : "") + shown;
  }

  const withSign = (minor, unit) => (Math.round(minor) > 0 ? "+" : "") + money(minor, unit);

  function signed(minor, unit, estimated) {
    const text = (estimated ? "~" : "") + withSign(minor, unit);
    const tone = Math.round(minor) > 0 ? "good" : Math.round(minor) < 0 ? "bad" : "";
    return make("span", tone, text);
  }

  const percent = (share, estimated) => (estimated ? "~" : "") + (100 * share).toFixed(2) + "%";
  const own = (hand) => (hand.own === null ? null : hand.players[hand.own]);
  const kindOf = (hand) => report.kinds[hand.kind];

  function player(hand, one) {
    const unit = hand.unit;
    const row = make("tr");
    const name = one.name + (hand.own !== null && hand.players[hand.own] === one ? " (hero)" : "");
    const sold = one.cashed_out === null ? "" : ", cashed out for " + money(one.cashed_out, unit);
    row.append(make("td", "text name", name + sold), make("td", "text", cards(one.cards)));
    row.append(make("td", "", signed(one.net, unit)));
    row.append(make("td", "", (one.estimated ? "~" : "") + money(one.ev, unit)));
    row.append(make("td", "", signed(one.luck, unit, one.estimated)));
    row.append(make("td", "", money(one.got, unit)), make("td", "", money(one.staked, unit)));
    return row;
  }

  function players(hand) {
    const head = make("tr");
    for (const [name, kind] of [["player", "text"], ["cards", "text"], ["net", ""], ["EV", ""], ["luck", ""], ["got", ""], ["put in", ""]]) {
      head.append(make("th", kind, name));
    }
    const body = make("tbody");
    for (const one of hand.players) {
      if (one.staked || one.got) body.append(player(hand, one));
    }
    return make("div", "scroll", make("table", "", make("thead", "", head), body));
  }

  function share(hand, street, seat) {
    const equity = street.equities[seat];
    const stack = street.stacks[seat];
    const track = make("div", "track");
    if (equity !== undefined) {
      const fill = make("div", "fill");
      fill.style.width = 100 * equity + "%";
      track.append(fill);
    }
    return make(
      "div", "share",
      make("span", "name", hand.players[seat].name),
      track,
      make("span", "number", equity === undefined ? "" : percent(equity, street.estimated)),
      make("span", "number stack quiet", stack === undefined ? "" : "stack " + money(stack, hand.unit)),
    );
  }

  function pot(hand, one) {
    const bySeat = [...one.shares].sort((a, b) => a[0] - b[0]);
    const shares = bySeat.map(([seat, part]) => hand.players[seat].name + " " + percent(part, one.estimated));
    return make("p", "quiet", one.name + " " + money(one.amount, hand.unit) + ": " + shares.join(", "));
  }

  function streets(hand) {
    const part = make("div");
    for (const street of hand.streets) {
      const head = make("div", "head", make("b", "", street.name), cards(street.board));
      head.append(make("span", "quiet", "pot " + money(street.pot, hand.unit)));
      if (street.all_in) head.append(make("span", "tag", "all-in"));
      const block = make("div", "street", head);
      const seats = new Set([...Object.keys(street.equities), ...(street.few ? Object.keys(street.stacks) : [])]);
      for (const seat of [...seats].sort((a, b) => a - b)) block.append(share(hand, street, seat));
      if (street.pots.length) block.append(...street.pots.map((one) => pot(hand, one)));
      part.append(block);
    }
    return part;
  }

  function detail(hand) {
    const part = make("div", "detail", players(hand), streets(hand));
    part.append(make("p", "quiet", hand.notes));
    if (hand.findings.length) {
      const list = make("ul", "findings");
      list.append(...hand.findings.map((text) => make("li", "", text)));
      part.append(list);
    }
    return part;
  }

  function summary(hand) {
    const one = own(hand);
    const what = make("span", "what");
    if (one && one.cards) what.append(cards(one.cards));
    if (hand.board) what.append(cards(hand.board));
    if (hand.all_in) what.append(make("span", "tag", "all-in " + hand.all_in));
    if (hand.findings.length) what.append(make("span", "tag finding", hand.findings.length === 1 ? "1 finding" : hand.findings.length + " findings"));
    const result = make("span", "result");
    if (one) result.append(signed(one.net, hand.unit));
    else result.append("pot " + money(hand.pot, hand.unit));
    const more = make("span", "result quiet");
    if (one) {
      more.append("pot " + money(hand.pot, hand.unit));
      if (hand.all_in && Math.round(one.luck)) more.append(", luck ", signed(one.luck, hand.unit, one.estimated));
    }
    const where = make("span", "where", [hand.number + ". " + hand.site, hand.id, kindOf(hand), hand.date].filter(Boolean).join(" · "));
    const button = make("button", "", what, result, where, more);
    button.type = "button";
    return button;
  }

  function show(hand) {
    const article = make("article", "hand", summary(hand));
    article.id = "hand-" + hand.number;
    const button = article.firstChild;
    const opened = hand.number === open;
    button.setAttribute("aria-expanded", String(opened));
    if (opened) {
      article.classList.add("open");
      article.append(detail(hand));
    }
    button.addEventListener("click", () => {
      open = opened ? 0 : hand.number;
      history.replaceState(null, "", open ? "#hand-" + open : "#hands");
      draw();
      byId("hand-" + hand.number).firstChild.focus();
    });
    return article;
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(matching.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    byId("list").replaceChildren(...matching.slice(page * PAGE, (page + 1) * PAGE).map(show));
    const count = matching.length.toLocaleString("en-US");
    byId("found").textContent = matching.length === hands.length ? count + " hands" : count + " of " + hands.length.toLocaleString("en-US") + " hands";
    byId("page").textContent = "page " + (page + 1) + " of " + pages;
    byId("previous").disabled = page === 0;
    byId("next").disabled = page === pages - 1;
  }

  const ORDERS = {
    file: (hand) => hand.number,
    pot: (hand) => -hand.pot / hand.big_blind,
    won: (hand) => (own(hand) ? -own(hand).net / hand.big_blind : 0),
    lost: (hand) => (own(hand) ? own(hand).net / hand.big_blind : 0),
    lucky: (hand) => (own(hand) ? -own(hand).luck / hand.big_blind : 0),
    unlucky: (hand) => (own(hand) ? own(hand).luck / hand.big_blind : 0),
  };

  function searchable(hand) {
    if (hand.text === undefined) {
      const parts = [hand.site, hand.id, hand.date, hand.file, hand.board];
      for (const one of hand.players) parts.push(one.name, one.cards);
      hand.text = parts.join(" ").toLowerCase();
    }
    return hand.text;
  }

  function choose() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const kind = byId("kind").value;
    const [allIns, showdowns, findings] = ["allins", "showdowns", "findings"].map((name) => byId("only-" + name).checked);
    matching = hands.filter(
      (hand) =>
        (!allIns || hand.all_in) &&
        (!showdowns || hand.showdown) &&
        (!findings || hand.findings.length) &&
        (kind === "" || hand.kind === Number(kind)) &&
        words.every((word) => searchable(hand).includes(word)),
    );
    const order = byId("order").value;
    const key = ORDERS[order];
    const compare = order === "date" ? (one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0) : (one, other) => key(one) - key(other);
    matching.sort((one, other) => compare(one, other) || one.number - other.number);
  }

  function filter() {
    choose();
    page = 0;
    open = 0;
    draw();
  }

  function follow() {
    const found = /^#hand-(\d+)$/.exec(location.hash);
    const number = found ? Number(found[1]) : 0;
    if (number < 1 || number > hands.length) return;
    if (!matching.some((hand) => hand.number === number)) {
      byId("filters").reset();
      choose();
    }
    open = number;
    page = Math.floor(matching.findIndex((hand) => hand.number === number) / PAGE);
    draw();
    byId("hand-" + number).scrollIntoView();
  }

  function turn(by) {
    page += by;
    open = 0;
    draw();
    byId("hands").scrollIntoView();
  }

  function watchCurve(figure, curve) {
    const text = figure.querySelector(".reading");
    const still = text.textContent;
    for (const svg of figure.querySelectorAll("svg")) {
      const cursor = svg.querySelector(".cursor");
      const [left, right] = [Number(svg.dataset.left), Number(svg.dataset.right)];
      const place = (event) => {
        const box = svg.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
        const part = Math.min(Math.max((x - left) / (right - left), 0), 1);
        return Math.max(Math.round(part * curve.numbers.length) - 1, 0);
      };
      svg.addEventListener("pointermove", (event) => {
        const at = place(event);
        const x = left + ((right - left) * (at + 1)) / curve.numbers.length;
        cursor.setAttribute("x1", x);
        cursor.setAttribute("x2", x);
        cursor.style.visibility = "visible";
        text.textContent = "after hand " + curve.numbers[at] + ": net " + withSign(curve.net[at], curve.unit) + ", by EV " + withSign(curve.ev[at], curve.unit);
      });
      svg.addEventListener("pointerleave", () => {
        cursor.style.visibility = "hidden";
        text.textContent = still;
      });
      svg.addEventListener("click", (event) => {
        location.hash = "#hand-" + curve.numbers[place(event)];
      });
    }
  }

  report.kinds.forEach((name, number) => {
    const option = make("option", "", name);
    option.value = number;
    byId("kind").append(option);
  });
  report.curves.forEach((curve, number) => watchCurve(byId("curve-" + (number + 1)), curve));
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("input", (event) => {
    if (event.target.id === "four-colours") document.body.classList.toggle("four", event.target.checked);
    else filter();
  });
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  window.addEventListener("hashchange", follow);
  choose();
  draw();
  follow();
})();
