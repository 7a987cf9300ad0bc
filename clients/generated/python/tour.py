"""The tour of the README by the client that openapi-python-client generates."""

import importlib
import os
import pkgutil
import sys
import time

import fifthwheel_client
from fifthwheel_client import AuthenticatedClient, Client
from fifthwheel_client.api.auth import account_get, auth_login, auth_logout, auth_register
from fifthwheel_client.api.listings import public_listings_get
from fifthwheel_client.api.own_listings import listings_create
from fifthwheel_client.api.search import search_run
from fifthwheel_client.models import (
    AuthLoginRequest,
    AuthRegisterRequest,
    AuthRegisterRequestRole,
    CountryCode,
    ErrorResponse,
    ListingDraft,
)

for module in pkgutil.walk_packages(fifthwheel_client.__path__, "fifthwheel_client."):
    importlib.import_module(module.name)

base_url = os.environ["MARKET_URL"] + "/v1"
email = f"python-{int(time.time() * 1000)}@example.org"
client = Client(base_url=base_url)

registered = auth_register.sync(
    client=client,
    body=AuthRegisterRequest(
        email=email,
        password="Longhaul24",
        name="Dana Dealer",
        role=AuthRegisterRequestRole.SELLER,
        company_name="Dana Trucks",
        country=CountryCode.DE,
    ),
)
assert registered.data.user.email == email, registered
signed_in = auth_login.sync(client=client, body=AuthLoginRequest(email=email, password="Longhaul24"))
dealer = AuthenticatedClient(base_url=base_url, token=signed_in.data.access_token)

truck = ListingDraft.from_dict(
    {
        "title": "MAN TGX 18.510 4x2 BLS, first hand",
        "category": "tractor-units",
        "subcategory": "standard-tractor-units",
        "brand": "man",
        "model": "TGX",
        "year": 2021,
        "mileage": 398000,
        "price": 61900,
        "currency": "EUR",
        "fuelType": "diesel",
        "transmission": "automatic",
        "driveType": "4x2",
        "euroStandard": "euro6",
        "location": {"country": "DE", "city": "Hamburg"},
        "publish": True,
    }
)
published = listings_create.sync(client=dealer, body=truck)
listing = public_listings_get.sync(client=client, slug=published.data.slug)
assert listing.data.price == 61900 and listing.data.seller.company_name == "Dana Trucks", listing
found = search_run.sync(client=client, q="first hand tgx 2021")
assert any(hit.id == listing.data.id for hit in found.data.results), found

refused = listings_create.sync(client=dealer, body=ListingDraft(title="No", price=-1))
assert isinstance(refused, ErrorResponse), refused
assert {"title", "price"} <= {detail.field for detail in refused.error.details}, refused

assert account_get.sync_detailed(client=dealer).status_code == 200
auth_logout.sync(client=dealer)
assert account_get.sync_detailed(client=dealer).status_code == 401
sys.stdout.write("the tour is done\n")
