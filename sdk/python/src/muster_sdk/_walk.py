"""Entries of a list, over all its pages."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from .errors import AddressError

Entry = TypeVar("Entry")


def page_of(page: Any, member: str) -> Tuple[List[Any], Mapping[str, Any]]:
    """Entries and pagination of an answer; raises `AddressError` for what is no page of a list."""
    pagination = page.get("pagination") if isinstance(page, dict) else None
    entries = (page.get(member) or []) if isinstance(page, dict) else None
    if isinstance(pagination, dict) and isinstance(entries, list):
        return entries, pagination
    raise no_page("pagination", member)


def no_page(lacking: str, member: str) -> AddressError:
    return AddressError(
        f'The answer is no page of "{member}": {lacking} is missing or has another form. This does not look like Muster: look at base_url, '
        "or in a test at the answer that it gives."
    )


def _after(
    walk: Union[Walk[Any], AsyncWalk[Any]], place: Mapping[str, Any], seen: int, count: int, pagination: Mapping[str, Any]
) -> Optional[Dict[str, Any]]:
    if walk._by == "cursor":
        cursor = pagination.get("next_cursor")
        # A cursor that leads to itself would never end.
        return {**walk._left_out, "cursor": cursor} if cursor and cursor != place.get("cursor") else None
    if count == 0:
        return None
    if not isinstance(pagination.get("limit"), int):
        raise no_page("pagination.limit", walk._member)
    return None if count < pagination["limit"] else {"offset": seen}


def _resume(pagination: Mapping[str, Any]) -> Optional[str]:
    return pagination.get("resume_cursor") or pagination.get("next_updated_since")


class Walk(Generic[Entry]):
    """One entry after the other, each page asked for when its first entry is.

    Once the loop has come to its end, `resume_from` says where the next walk begins. Of a loop that was left early it stays None:
    begin again where this walk began, and nothing is missed.
    """

    def __init__(
        self, read: Callable[[Dict[str, Any]], Mapping[str, Any]], *, member: str, by: str, first_only: Sequence[str] = ()
    ) -> None:
        self._read, self._member, self._by = read, member, by
        # What the cursor knows and does not stand beside.
        self._left_out: Dict[str, Any] = dict.fromkeys(first_only)
        self.resume_from: Optional[str] = None

    def __iter__(self) -> Iterator[Entry]:
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[List[Entry]]:
        """Pages instead of entries."""
        self.resume_from = None
        place: Optional[Dict[str, Any]] = {}
        seen = 0
        while place is not None:
            entries, pagination = page_of(self._read(place), self._member)
            yield entries
            seen += len(entries)
            place = _after(self, place, seen, len(entries), pagination)
            if place is None:
                self.resume_from = _resume(pagination)


class AsyncWalk(Generic[Entry]):
    """The same, for `async for`."""

    def __init__(
        self, read: Callable[[Dict[str, Any]], Awaitable[Mapping[str, Any]]], *, member: str, by: str, first_only: Sequence[str] = ()
    ) -> None:
        self._read, self._member, self._by = read, member, by
        # What the cursor knows and does not stand beside.
        self._left_out: Dict[str, Any] = dict.fromkeys(first_only)
        self.resume_from: Optional[str] = None

    async def __aiter__(self) -> AsyncIterator[Entry]:
        async for page in self.pages():
            for entry in page:
                yield entry

    async def pages(self) -> AsyncIterator[List[Entry]]:
        """Pages instead of entries."""
        self.resume_from = None
        place: Optional[Dict[str, Any]] = {}
        seen = 0
        while place is not None:
            entries, pagination = page_of(await self._read(place), self._member)
            yield entries
            seen += len(entries)
            place = _after(self, place, seen, len(entries), pagination)
            if place is None:
                self.resume_from = _resume(pagination)
